public import Foundation
public import Stele

extension SteleEncoder {
  /// Makes an archive with one root.
  ///
  /// This method is chosen where the result is `Data`: `let data: Data = try
  /// encoder.encode(value)`.
  ///
  /// - Parameter value: The value of the root.
  /// - Returns: The archive.
  /// - Throws: The errors of the ``SteleEncoder/encode(_:)`` that returns bytes.
  @_disfavoredOverload
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let bytes: [UInt8] = try encode(value)
    return Data(bytes)
  }

  /// Makes an archive with one root, and replaces a file when it is complete.
  ///
  /// - Parameters:
  ///   - value: The value of the root.
  ///   - url: The file, which stays as it was if an error occurs.
  /// - Throws: The errors of encoding, and ``FileError`` if the file cannot be written.
  public func encode<T: Encodable>(_ value: T, to url: URL) throws {
    let bytes: [UInt8] = try encode(value)
    try AtomicFile.write(bytes, to: url)
  }
}
