extension PropertyListGraph {
  /// Reads a property list in binary or in XML form.
  ///
  /// Memory and time are linear in the input. Old OpenStep text lists are refused.
  ///
  /// - Throws: ``PropertyListError`` with the offset of the first wrong byte.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(
    parsing bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    guard bytes.count <= limits.inputByteCount else {
      throw PropertyListError(
        .inputTooLong(byteCount: bytes.count, limit: limits.inputByteCount),
        at: limits.inputByteCount)
    }
    if bytes.starts(with: BinaryTrailer.signature) {
      self = try BinaryPropertyListReader.list(parsing: bytes, limits: limits)
    } else {
      self = try XMLPropertyListReader.list(parsing: bytes, limits: limits)
    }
  }
}
