/// The files of a folder and its subfolders.
package struct FileTree {
  /// The paths of all regular files with the suffix, in order.
  package private(set) var files: [FilePath] = []
  /// All other files with the suffix, each with its kind.
  package private(set) var others: [(path: FilePath, kind: FileFacts.Kind)] = []
  /// The errors of folders that could not be read.
  package private(set) var failures: [FileError] = []

  package static func isFolder(_ path: FilePath) -> Bool {
    (try? Kernel().facts(at: path, in: nil, followingLinks: true))?.kind == .folder
  }

  /// Finds files.
  ///
  /// Does not follow symbolic links to folders, so the search ends.
  package init(
    of folder: FilePath, suffix: String, _ calls: any SystemCalls = Kernel()
  ) {
    var folders = [folder]
    while let next = folders.popLast() {
      do throws(FileError) {
        let names = try FileError.saying(.list, next) { () throws(SystemError) in
          try Descriptor(next, for: .listing, calls).names()
        }
        for name in names {
          let path = next.appending(name)
          let isWanted = name.hasSuffix(suffix)
          switch kind(of: path, isWanted: isWanted, calls) {
          case .folder: folders.append(path)
          case .regular where isWanted: files.append(path)
          case let kind? where isWanted: others.append((path, kind))
          // A folder that cannot be read is reported when it is opened.
          case nil where isWanted: files.append(path)
          default: break
          }
        }
      } catch {
        failures.append(error)
      }
    }
    files.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    others.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    failures.sort { $0.path < $1.path }
  }

  /// Returns the kind of the file at a path, or nil if that is unknown.
  ///
  /// A link with the suffix is followed, unless its target is a folder.
  private func kind(
    of path: FilePath, isWanted: Bool, _ calls: any SystemCalls
  ) -> FileFacts.Kind? {
    let kind = try? calls.facts(at: path, in: nil, followingLinks: false).kind
    guard kind == .link, isWanted else { return kind }
    let destination = try? calls.facts(at: path, in: nil, followingLinks: true).kind
    return destination == .folder ? .link : destination
  }
}
