public import Foundation
public import Stele

extension Archiver {
  /// Completes the archive, and returns it as `Data`; chosen where the result is `Data`.
  ///
  /// - Throws: The errors of the `finish` that returns bytes.
  @_disfavoredOverload
  public func finish() throws -> Data {
    let bytes: [UInt8] = try finish()
    return Data(bytes)
  }

  /// Completes the archive, and replaces a file with it.
  ///
  /// - Parameter url: The file, which stays as it was if an error occurs.
  /// - Throws: The errors of encoding, and ``FileError`` if the file cannot be written.
  public func finish(to url: URL) throws {
    let bytes: [UInt8] = try finish()
    try AtomicFile.write(bytes, to: url)
  }
}
