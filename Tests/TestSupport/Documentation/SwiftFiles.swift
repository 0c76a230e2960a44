package import Foundation

/// The source files of a folder.
package enum SwiftFiles {
  /// All of them, also those in nested folders.
  package static func all(in folder: URL) throws -> [URL] {
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = enumerator?.compactMap { $0 as? URL } ?? []
    return files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }

  /// The names of the public types that are declared in a folder of the package outside of other types.
  package static func publicTypes(in folder: String) throws -> [String] {
    let kinds: Set<Substring> = ["class", "struct", "enum", "protocol"]
    return try all(in: FixtureFolder.package.appending(path: folder)).flatMap { file in
      try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        .filter { $0.hasPrefix("public ") || $0.hasPrefix("open ") }
        .compactMap { line -> String? in
          let words = line.split { !$0.isLetter && !$0.isNumber }
          guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else {
            return nil
          }
          return String(words[kind + 1])
        }
    }
  }
}
