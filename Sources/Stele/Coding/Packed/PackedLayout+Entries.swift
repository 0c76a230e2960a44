extension PackedLayout {
  /// The entry numbers in front of a list of such values, of which the first has been written one key after the other.
  ///
  /// - Parameters:
  ///   - first: The first element without its own entry number.
  ///   - entry: The entry of the first element.
  ///   - tables: The class table.
  /// - Returns: The numbers, or nil when the first element does not have the keys of the layout, each of its type, and all of
  ///   them always.
  /// - Throws: What the class table finds wrong with an entry.
  func header(
    of first: [UInt8], entry: Int, _ tables: inout ClassTableWriter
  ) throws -> [UInt8]? {
    var header = ByteWriter()
    var input = ByteReader(first)
    header.write(number: entry)
    guard try match(entry, &input, &tables, to: &header), input.remaining == 0 else { return nil }
    return header.bytes
  }

  private func match(
    _ entry: Int, _ input: inout ByteReader, _ tables: inout ClassTableWriter,
    to header: inout ByteWriter
  ) throws -> Bool {
    guard let body = try tables.plan(of: entry)?.body, body.types.count == slots.count else {
      return false
    }
    for (index, slot) in slots.enumerated() {
      guard !body.isOptional[index], body.types[index].code == slot.code,
        body.names[index].isExactly(slot.name)
      else { return false }
      guard let nested = slot.nested else {
        try input.skip(slot.code.fixedByteCount ?? 0)
        continue
      }
      let number = try input.readNumber()
      header.write(number: number)
      // Layouts nest no deeper than the types of the program.
      guard try nested.match(number, &input, &tables, to: &header) else { return false }
    }
    return true
  }
}
