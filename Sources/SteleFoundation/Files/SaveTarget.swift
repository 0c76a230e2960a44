/// The destination of a save.
enum SaveTarget {
  /// A name in a folder, and the file that currently has the name.
  case file(folder: Descriptor, name: FilePath, old: FileFacts?)
  /// A file that is written to directly because it is not a regular one, such as a pipe or a terminal.
  case inPlace(Descriptor)

  /// The largest number of links to follow, as on Linux.
  private static let linkLimit = 40

  /// Resolves a path as the operating system does.
  ///
  /// The last name may be a link. The system resolves the path before it, and opens the folder once; later changes of the path
  /// have no effect. If the target of a link does not exist, the file will be made there.
  init(_ path: FilePath, _ calls: any SystemCalls) throws(SystemError) {
    var path = path
    var folder: Descriptor?
    for _ in 0...Self.linkLimit {
      guard !path.bytes.isEmpty else { throw .notFound }
      let name = path.name
      guard !name.namesFolder else { throw .isFolder }
      let parent = try Descriptor(path.folder, in: folder, for: .folder, calls)
      if let number = parent.processFile(name) {
        self = .inPlace(try Descriptor(copying: number, calls))
        return
      }
      let old = try parent.facts(at: name)
      switch old?.kind {
      case nil, .regular:
        self = .file(folder: parent, name: name, old: old)
        return
      case .folder:
        throw .isFolder
      case .link:
        path = try parent.destination(ofLink: name)
        folder = parent
      case .pipe, .device, .socket, .other:
        let file = try Descriptor(name, in: parent, for: .writingInPlace, calls)
        // A regular file that has replaced it meanwhile would keep its old bytes after the new
        // content.
        guard try file.facts().kind != .regular else { throw .exists }
        self = .inPlace(file)
        return
      }
    }
    throw .linkLoop
  }
}

extension Descriptor {
  /// Returns the open file of this process for a name in this folder, if the folder is `/dev/fd`.
  ///
  /// `/dev/stdout` is a link into that folder. A file that a shell has opened is to be written at the shell's position, not
  /// replaced.
  fileprivate func processFile(_ name: FilePath) -> Int32? {
    guard let number = Int32(name.text), number >= 0 else { return nil }
    do throws(SystemError) {
      let files = try calls.facts(at: FilePath("/dev/fd"), in: nil, followingLinks: true)
      return try files.identity == facts().identity ? number : nil
    } catch {
      return nil
    }
  }
}
