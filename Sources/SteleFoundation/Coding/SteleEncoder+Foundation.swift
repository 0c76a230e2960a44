public import Foundation
public import Stele

extension SteleEncoder {
  /// Makes an archive with one root.
  ///
  /// It is chosen where `Data` is asked for: `let data: Data = try encoder.encode(value)`.
  ///
  /// - Parameter value: The value of the root.
  /// - Returns: The archive.
  /// - Throws: What ``SteleEncoder/encode(_:)`` throws that makes bytes.
  @_disfavoredOverload
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let bytes: [UInt8] = try encode(value)
    return Data(bytes)
  }

  /// Makes an archive with one root, and puts it in the place of a file when it is complete.
  ///
  /// - Parameters:
  ///   - value: The value of the root.
  ///   - url: The file, which stays as it was when something fails.
  /// - Throws: What encoding throws, and ``FileError`` when the file cannot be written.
  public func encode<T: Encodable>(_ value: T, to url: URL) throws {
    let bytes: [UInt8] = try encode(value)
    try AtomicFile.write(bytes, to: url)
  }
}
