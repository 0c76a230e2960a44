/// The files of a folder and of those in it.
package struct FileTree {
  /// The paths of all files with a name that ends in some way, in order.
  package private(set) var files: [FilePath] = []
  /// What has such a name, and is not a regular file, with the kind of file that it is.
  package private(set) var others: [(path: FilePath, kind: FileFacts.Kind)] = []
  /// Why folders could not be read.
  package private(set) var failures: [FileError] = []

  /// Whether there is a folder at a path.
  package static func isFolder(_ path: FilePath) -> Bool {
    (try? Kernel().facts(at: path, in: nil, followingLinks: true))?.kind == .folder
  }

  /// Finds files.
  ///
  /// Symbolic links to folders are not followed, so that the search ends.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - suffix: How the names end.
  ///   - calls: The operating system.
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
          // A folder that cannot be read is reported where it is opened.
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

  /// What stands at a path; nil if that cannot be told.
  ///
  /// A link with the right name is followed, unless it leads to a folder.
  private func kind(
    of path: FilePath, isWanted: Bool, _ calls: any SystemCalls
  ) -> FileFacts.Kind? {
    let kind = try? calls.facts(at: path, in: nil, followingLinks: false).kind
    guard kind == .link, isWanted else { return kind }
    let destination = try? calls.facts(at: path, in: nil, followingLinks: true).kind
    return destination == .folder ? .link : destination
  }
}
