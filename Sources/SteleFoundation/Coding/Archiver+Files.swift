public import Foundation
public import Stele

extension Archiver {
  /// Ends the archive, and gives it as `Data`, where that is asked for.
  ///
  /// - Throws: What the `finish` throws that makes bytes.
  @_disfavoredOverload
  public func finish() throws -> Data {
    let bytes: [UInt8] = try finish()
    return Data(bytes)
  }

  /// Ends the archive, and puts it in the place of a file.
  ///
  /// - Parameter url: The file, which stays as it was when something fails.
  /// - Throws: What encoding throws, and ``FileError`` when the file cannot be written.
  public func finish(to url: URL) throws {
    let bytes: [UInt8] = try finish()
    try AtomicFile.write(bytes, to: url)
  }
}
