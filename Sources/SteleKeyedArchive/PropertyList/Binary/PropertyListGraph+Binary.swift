extension PropertyListGraph {
  /// Returns the list in binary form, as CoreFoundation writes it: integers in the smallest size, text as ASCII if possible,
  /// reals in their own size.
  ///
  /// - Throws: ``PropertyListError`` if the list exceeds a limit.
  /// - Complexity: O(*n*), where *n* is the number of nodes and the size of their content.
  public func binaryBytes(
    layout: BinaryLayout = .compact, limits: PropertyListLimits = .standard
  ) throws(PropertyListError) -> [UInt8] {
    if layout == .coreFoundation { try checkUnfoldedSize(limit: limits.unfoldedSize) }
    let table = BinaryObjectTable(self, layout: layout)
    var writer = BinaryPropertyListWriter(table: table)
    for object in table.objects {
      writer.write(nodes[object])
      guard writer.output.count <= limits.outputByteCount else {
        throw PropertyListError(.outputTooLong(limit: limits.outputByteCount), at: object)
      }
    }
    writer.finish()
    return writer.output
  }
}
