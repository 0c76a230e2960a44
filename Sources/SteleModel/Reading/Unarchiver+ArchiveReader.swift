public import Stele

extension Unarchiver {
  /// Makes an unarchiver of an archive of which only the requested parts are read and validated.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - decoder: The permissions and limits.
  /// - Throws: `DecodingError` if the archive declares more objects than its bytes have room for.
  /// - Complexity: O(*n*), where *n* is the number of objects; no record is read.
  public convenience init(_ archive: ArchiveReader, decoder: SteleDecoder = SteleDecoder()) throws {
    try self.init(decoder) { () throws(ArchiveError) in try archive.store() }
  }
}
