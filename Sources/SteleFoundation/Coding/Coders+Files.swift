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

extension SteleDecoder {
  /// Decodes the root of an archive in a file.
  ///
  /// The file is read as a whole. To decode one root of a large file, make an `Unarchiver` from an `ArchiveReader` of the file.
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

extension Archiver {
  /// Completes the archive, and returns it as `Data`.
  ///
  /// - Throws: The errors of `Archiver.finish()`.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func encodedData() throws -> Data { Data(try finish()) }

  /// Completes the archive, and replaces a file with it.
  ///
  /// - Parameter url: The file, which stays as it was if an error occurs.
  /// - Throws: The errors of encoding, and ``FileError`` if the file cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func finish(to url: URL) throws {
    try AtomicFile.write(finish(), to: url)
  }
}

extension Unarchiver {
  /// Makes an unarchiver of the archive in a file, which is read as a whole and then validated.
  ///
  /// To read and validate only the requested parts, make one from an open archive:
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
