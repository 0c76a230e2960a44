public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Unarchiver {
  /// Makes an unarchiver of the archive in a file, which is read as a whole, and validated first.
  ///
  /// To read and validate only the parts that are requested, make one of an open archive:
  /// `Unarchiver(ArchiveReader(contentsOf: url))`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decoder: The settings: allowed classes, limits, and others.
  /// - Throws: ``FileError`` if the file cannot be read; `DecodingError` if it is not a valid
  ///   archive.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public convenience init(contentsOf url: URL, decoder: SteleDecoder = SteleDecoder()) throws {
    try self.init(FileSource(url).bytes(), decoder: decoder)
  }
}
