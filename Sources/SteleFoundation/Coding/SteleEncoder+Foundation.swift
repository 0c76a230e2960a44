public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SteleEncoder {
  /// Makes an archive with one root, as `Data`.
  ///
  /// - Parameter value: The value of the root.
  /// - Returns: The archive.
  /// - Throws: The errors of `SteleEncoder.encode(_:)`.
  /// - Complexity: As `SteleEncoder.encode(_:)`, and one copy.
  public func encodedData<T: Encodable>(_ value: T) throws -> Data { Data(try encode(value)) }

  /// Makes an archive with one root, and replaces a file when it is complete.
  ///
  /// - Parameters:
  ///   - value: The value of the root.
  ///   - url: The file, which stays as it was if an error occurs.
  /// - Throws: The errors of encoding, and ``FileError`` if the file cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func encode<T: Encodable>(_ value: T, to url: URL) throws {
    try AtomicFile.write(encode(value), to: url)
  }
}
