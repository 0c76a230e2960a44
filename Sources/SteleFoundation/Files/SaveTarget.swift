#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif os(Windows)
  internal import CRT
#endif

/// Where a file is to be saved.
enum SaveTarget {
  /// A name in a folder, and the file that has it now.
  case file(folder: Descriptor, name: FilePath, old: FileFacts?)
  /// Something that is not a regular file, such as a pipe or a terminal, and is written to directly.
  case inPlace(Descriptor)

  /// As many links may lead from one to the next as Linux follows.
  private static let linkLimit = 40

  /// Resolves a path like the operating system.
  ///
  /// The last name may be that of a link, and what is before it is left to the system, which opens the folder once.
  /// Nothing that happens to the path afterwards matters. A link that leads to nothing leads to where the file will be made.
  init(_ path: FilePath, _ calls: any SystemCalls) throws(SystemError) {
    var path = path
    var folder: Descriptor?
    for _ in 0...Self.linkLimit {
      guard !path.bytes.isEmpty else { throw SystemError(ENOENT) }
      let name = path.name
      guard !name.namesFolder else { throw SystemError(EISDIR) }
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
        throw SystemError(EISDIR)
      case .link:
        path = try parent.destination(ofLink: name)
        folder = parent
      case .pipe, .device, .socket, .other:
        let file = try Descriptor(name, in: parent, for: .writingInPlace, calls)
        // A regular file that has taken its place meanwhile would keep what is behind the new content.
        guard try file.facts().kind != .regular else { throw SystemError(EEXIST) }
        self = .inPlace(file)
        return
      }
    }
    throw SystemError(ELOOP)
  }
}

extension Descriptor {
  /// The open file of this process for which a name in this folder stands, if the folder is `/dev/fd`.
  ///
  /// `/dev/stdout` leads there. A file that a shell has opened is to be written to where the shell has come in it, not to be
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
