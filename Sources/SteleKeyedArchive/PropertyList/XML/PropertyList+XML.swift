extension PropertyList {
  /// Writes the list in XML form, in Apple's layout.
  ///
  /// XML keeps less than the binary form: a real of single precision is read back as one of double precision
  /// that has the same value, a NaN loses its payload, a date loses its fraction of a
  /// second (cut off towards the past), and shared nodes are written out at each of their places.
  ///
  /// - Throws: ``PropertyListError`` for what XML cannot hold (nulls, sets, control characters, dates
  ///   outside the years 0 to 9999) and when the list is over a limit; its offset is the number of
  ///   the node.
  public func xmlBytes(
    limits: PropertyListLimits = .standard
  ) throws(PropertyListError) -> [UInt8] {
    try checkUnfoldedSize(limit: limits.unfoldedSize)
    var writer = XMLPropertyListWriter(list: self, limits: limits)
    try writer.writeDocument()
    return writer.output
  }
}
