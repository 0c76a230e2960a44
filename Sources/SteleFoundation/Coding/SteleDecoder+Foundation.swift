public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SteleDecoder {
  /// Decodes the root of an archive in a file.
  ///
  /// The file is read as a whole. To decode one root of a large file, make an `Unarchiver` of an
  /// `ArchiveReader` of it.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - url: The file.
  /// - Returns: The value.
  /// - Throws: The errors of decoding, and ``FileError`` if the file cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public func decode<T: Decodable>(_ type: T.Type, from url: URL) throws -> T {
    try decode(type, from: FileSource(url).bytes())
  }
}
