internal import Stele

/// Canonical bytes of records or roots whose references still have the numbers of the source.
///
/// Numbers have different lengths, so each item is kept in parts around its references:
///
///     item         part, reference, part, reference ... part
///     part         twice the number of bytes, one more in the last part, and the bytes
///     reference    twice the number of the object, one more if the reference is weak
struct UnnumberedItems {
  private var output = ByteWriter()
  private var starts = RecordOffsets()

  /// Makes an empty list for some items of an archive of a size.
  init(count: Int, byteCount: Int) {
    // An item takes two bytes or more; no memory is reserved for items that cannot be there.
    starts.reserveCapacity(min(count, byteCount / 2))
    // Most archives need no more; memory that is not used is not resident.
    output.reserve(byteCount + byteCount / 2)
  }

  /// The number of items.
  private(set) var count = 0

  /// Adds an item with the references in it, in their order.
  mutating func append(_ bytes: [UInt8], _ references: [Transcoder.Reference]) {
    skip()
    var next = 0
    for reference in references {
      write(bytes[next..<reference.position], isLast: false)
      output.write(number: Int(reference.number) << 1 | (reference.isWeak ? 1 : 0))
      next = reference.position
    }
    write(bytes[next...], isLast: true)
  }

  /// Adds an item that is left out.
  mutating func skip() {
    starts.append(output.count)
    count += 1
  }

  private mutating func write(_ part: ArraySlice<UInt8>, isLast: Bool) {
    output.write(number: part.count << 1 | (isLast ? 1 : 0))
    output.write(contentsOf: part)
  }

  /// Passes the targets of the strong references in an item to a closure; the first item is 1.
  func forEachTarget(of item: Int, _ body: (Int) -> Void) throws(ArchiveError) {
    var input = reader(of: item)
    while true {
      let part = try input.readNumber()
      guard part & 1 == 0 else { return }
      try input.skip(part >> 1)
      let reference = try input.readNumber()
      if reference & 1 == 0 { body(reference >> 1) }
    }
  }

  /// Writes an item with the new number of each object, which is 0 for an object that is left out.
  func write(_ item: Int, _ numbers: [UInt32], to result: inout ByteWriter) throws(ArchiveError) {
    var input = reader(of: item)
    while true {
      let part = try input.readNumber()
      result.write(contentsOf: try input.readBytes(part >> 1))
      guard part & 1 == 0 else { return }
      let reference = try input.readNumber()
      result.write(number: Int(numbers[(reference >> 1) - 1]) << (reference & 1))
    }
  }

  private func reader(of item: Int) -> ByteReader {
    ByteReader(output.bytes, range: (starts[item] ?? output.count)..<output.count)
  }
}
