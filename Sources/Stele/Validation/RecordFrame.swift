/// A record without its values: where it is, and of which entry.
///
/// Spec §5.2.
package struct RecordFrame: Sendable {
  /// The entry number.
  package let entry: Int
  /// The bytes after the entry number.
  package let content: ByteReader

  /// Reads length and entry, and moves over the record: P5, C8, R3.
  package init(
    parsing input: inout ByteReader, schema: CompiledSchema, definitions: Definitions
  ) throws(ArchiveError) {
    let byteCount = try input.withCursor { input throws(ArchiveError) in
      try Self.readByteCount(&input)
    }
    try self.init(
      content: try input.readSlice(byteCount), schema: schema, definitions: definitions)
  }

  /// Reads the entry number of a record whose bytes are known: C8, R3.
  package init(
    content: ByteReader, schema: CompiledSchema, definitions: Definitions
  ) throws(ArchiveError) {
    var record = content
    entry = try record.withCursor { input throws(ArchiveError) in
      try schema.readEntry(&input, count: definitions.entryCount)
    }
    self.content = record
  }

  /// Reads the length of a record, for which bytes remain: P5.
  @inline(__always)
  static func readByteCount(_ input: inout ByteCursor) throws(ArchiveError) -> Int {
    try input.readCount()
  }
}

extension CompiledSchema {
  /// Reads the entry number that a record begins with: C8, R3.
  ///
  /// - Parameters:
  ///   - input: The record.
  ///   - count: The number of entries that are defined before the block.
  /// - Returns: The entry number, which is that of a class.
  /// - Throws: The rule that is broken.
  @inline(__always)
  func readEntry(_ input: inout ByteCursor, count: Int) throws(ArchiveError) -> Int {
    let offset = input.offset
    let entry = try input.readNumber()
    guard entry >= 1, entry <= count, entry <= classes.count else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    guard classes[entry &- 1].kind == .class else {
      throw ArchiveError(.recordKind, at: offset)
    }
    return entry
  }
}

extension ByteView {
  /// Reads the length and the entry number of a record without moving.
  ///
  /// Spec §5.2.
  ///
  /// - Parameters:
  ///   - position: The index of the length.
  ///   - limit: Where the enclosing structure ends.
  /// - Returns: The entry number, at least 1; the index after it; and the index after the record, which lies in the
  ///   structure. Nil when a closer look is needed.
  @inline(__always)
  func usualRecordFrame(
    at position: Int, before limit: Int
  ) -> (entry: Int, content: Int, end: Int)? {
    var next = position
    let byteCount = readUsualNumber(&next)
    guard byteCount >= 0, byteCount <= limit &- next else { return nil }
    let end = next &+ byteCount
    let entry = readUsualNumber(&next)
    guard entry > 0, next <= end else { return nil }
    return (entry, next, end)
  }
}
