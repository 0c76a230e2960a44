public import Foundation
public import Stele

extension SteleDecoder {
  /// Makes the value of the root that `encode` writes, or of the only root.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The archive.
  /// - Returns: The value.
  /// - Throws: What decoding throws.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: [UInt8](data))
  }

  /// Makes the value of the root of an archive in a file.
  ///
  /// The file is read as a whole, so that nobody can change what has been examined.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - url: The file.
  /// - Returns: The value.
  /// - Throws: What decoding throws, and ``FileError`` when the file cannot be read.
  public func decode<T: Decodable>(_ type: T.Type, from url: URL) throws -> T {
    try decode(type, from: FileSource(url).bytes())
  }

  /// Makes the value of the root of an archive in a file that is mapped into memory.
  ///
  /// For large files that nobody else changes: see ``MappedFile``. Only what the value needs is read and
  /// examined.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - url: The file.
  /// - Returns: The value.
  /// - Throws: What decoding throws, and ``FileError`` when the file cannot be mapped.
  public func decode<T: Decodable>(_ type: T.Type, mapping url: URL) throws -> T {
    try Unarchiver(mapping: url, self).decode(type)
  }
}
