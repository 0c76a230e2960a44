/// Canonical bytes of records or roots whose references still have the numbers of the source.
///
/// Numbers have different lengths, so each item is kept in parts around its references:
///
///     item         part, reference, part, reference ... part, 0
///     part         the number of bytes, and the bytes
///     reference    twice the number of the object; one more if the reference is weak
struct UnnumberedItems {
  private var output = ByteWriter()
  private var starts: RecordOffsets

  /// Makes an empty list for items of about a number of bytes.
  init(byteCount: Int) { starts = RecordOffsets(byteCount: byteCount) }

  /// The number of items.
  private(set) var count = 0

  /// Adds an item with the references in it, in their order.
  mutating func append(_ bytes: [UInt8], _ references: [WrittenReference]) {
    skip()
    var next = 0
    for reference in references {
      write(bytes[next..<reference.start])
      output.write(number: reference.number << 1 | (reference.isWeak ? 1 : 0))
      next = reference.start + reference.byteCount
    }
    write(bytes[next...])
    output.write(byte: 0)
  }

  /// Adds an item that is left out.
  mutating func skip() {
    starts.append(output.count)
    count += 1
  }

  private mutating func write(_ part: ArraySlice<UInt8>) {
    output.write(number: part.count)
    output.write(contentsOf: part)
  }

  /// Passes the targets of the strong references in an item to a closure; the first item is 1.
  func forEachTarget(of item: Int, _ body: (Int) -> Void) throws(ArchiveError) {
    var input = reader(of: item)
    while true {
      try input.skip(try input.readCount())
      let reference = try input.readNumber()
      guard reference > 0 else { return }
      if reference & 1 == 0 { body(reference >> 1) }
    }
  }

  /// Writes an item with the new number of each object, which is 0 for an object that is left out.
  func write(_ item: Int, _ numbers: [UInt32], to result: inout ByteWriter) throws(ArchiveError) {
    var input = reader(of: item)
    while true {
      result.write(contentsOf: try input.readBytes(try input.readCount()))
      let reference = try input.readNumber()
      guard reference > 0 else { return }
      result.write(number: Int(numbers[(reference >> 1) - 1]) << (reference & 1))
    }
  }

  private func reader(of item: Int) -> ByteReader {
    ByteReader(output.bytes, range: (starts[item] ?? output.count)..<output.count)
  }
}
