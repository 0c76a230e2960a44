package import Foundation

/// A new directory that is removed, with all that is in it, when it is released.
package final class TemporaryDirectory: Sendable {
  /// Where it is.
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("stele-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The URL of a file in it.
  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The path of a file in it.
  package func path(_ name: String) -> String { file(name).path }

  /// Writes a file and gives its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = file(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// The bytes of a file in it.
  package func bytes(of name: String) throws -> [UInt8] { try Array(Data(contentsOf: file(name))) }

  /// The names of the files in it, hidden ones included, in order.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
