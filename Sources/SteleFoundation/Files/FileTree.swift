internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files of a directory and of those in it.
package enum FileTree {
  /// Whether there is a directory at a path.
  package static func isDirectory(_ path: String) -> Bool {
    Descriptor.facts(at: path)?.isDirectory ?? false
  }

  /// The paths of all files with a name that ends in some way, in order.
  ///
  /// Symbolic links to directories are not followed, so that the search ends.
  ///
  /// - Throws: ``FileError`` when a directory cannot be read.
  package static func files(
    in directory: String, withSuffix suffix: String
  ) throws(FileError) -> [String] {
    var files: [String] = []
    var directories = [directory]
    while let next = directories.popLast() {
      for name in try names(in: next) {
        let path = next.hasSuffix("/") ? next + name : next + "/" + name
        if isDirectory(path) {
          if !isLink(path) { directories.append(path) }
        } else if name.hasSuffix(suffix) {
          files.append(path)
        }
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func names(in directory: String) throws(FileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw FileError(.list, directory, code: underlying.map { Int32($0.code) } ?? EACCES)
    }
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }
}
