extension PropertyListGraph {
  /// Returns the list in XML form, in Apple's layout.
  ///
  /// XML preserves less than the binary form: a single-precision real is read back as a double-precision one with the same
  /// value, a NaN loses its payload, a date loses its fraction of a second (rounded towards the past), and shared nodes are
  /// written once for each use.
  ///
  /// - Throws: ``PropertyListError`` for values that XML cannot represent (nulls, sets, control
  ///   characters, dates outside the years 0 to 9999) and if the list exceeds a limit; its offset
  ///   is the number of the node.
  /// - Complexity: O(*n*), where *n* is the length of the text, which a limit bounds.
  public func xmlBytes(
    limits: PropertyListLimits = .standard
  ) throws(PropertyListError) -> [UInt8] {
    try checkUnfoldedSize(limit: limits.unfoldedSize)
    var writer = XMLPropertyListWriter(list: self, limits: limits)
    try writer.writeDocument()
    return writer.output
  }
}
