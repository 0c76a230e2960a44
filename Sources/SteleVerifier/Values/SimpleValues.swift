internal import Stele

/// The values without parts, and references.
///
/// Spec §3.1, §3.3, §3.4.
extension ValueWalk {
  /// Reads a value of a simple type at the cursor.
  mutating func readSimple(_ bytes: Span<UInt8>, _ node: TypeNode) throws(Defect) {
    switch node.shape {
    case .bool: try Self.readBool(bytes, &cursor)
    case .fixed: try cursor.skip(Int(node.width))
    case .varint: _ = try cursor.readVarint(bytes, width: Int(node.width))
    case .string: try readString(bytes, &cursor)
    case .bytes: try Self.readBytes(bytes, &cursor)
    case .decimal: try Self.readDecimal(bytes, &cursor)
    case .reference, .optionalReference:
      let offset = cursor.offset
      let number = try cursor.readNumber(bytes)
      meet(bytes, number, at: offset, node.first, mayBeNil: node.shape == .optionalReference)
    case .weak:
      let offset = cursor.offset
      let value = try cursor.readVarint(bytes, width: 64)
      meetWeak(bytes, value, at: offset, node.first)
    default: break
    }
  }

  @inline(__always)
  static func readBool(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    let offset = cursor.offset
    guard try cursor.readByte(bytes) < 2 else { throw Defect(.flagByte, offset) }
  }

  /// Reads a string; its scalars are examined once, in phase 6.
  @inline(__always)
  func readString(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    if purpose == .check {
      _ = try cursor.readString(bytes)
    } else {
      try Self.readBytes(bytes, &cursor)
    }
  }

  @inline(__always)
  static func readBytes(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    let byteCount = try cursor.readCount(bytes)
    cursor.offset &+= byteCount
  }

  /// Spec §3.4, rule V2.
  static func readDecimal(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    let offset = cursor.offset
    let sign = try cursor.readByte(bytes)
    guard sign < 3 else { throw Defect(.decimal, offset) }
    guard sign < 2 else { return }
    try cursor.skip(1)
    let mantissaOffset = cursor.offset
    _ = try cursor.readVarint(bytes, width: 128)
    // In its shortest form, 0 is the only varint that begins with the byte 0.
    if sign == 1, bytes[mantissaOffset] == 0 { throw Defect(.decimal, offset) }
  }

  /// Examines a strong reference.
  ///
  /// Rules R4, R5, R6.
  @inline(__always)
  mutating func meet(
    _ bytes: Span<UInt8>, _ number: Int, at offset: Int, _ className: UInt32, mayBeNil: Bool
  ) {
    switch purpose {
    case .check:
      guard number != 0 else {
        if !mayBeNil, checksReferences { note(bytes, .nilReference, offset) }
        return
      }
      guard let objectCount else { return }
      guard number <= objectCount else { return note(bytes, .danglingReference, offset) }
      if className != 0 { checkClass(bytes, of: number, className, offset) }
      if isReached { reach.reached.insert(number) }
    case .canonicalCheck:
      meetCanonically(bytes, number, at: offset)
    case .trace:
      // What is read again can have become anything.
      guard number != 0, number <= objects.count, !reach.reached.contains(number) else { return }
      reach.reached.insert(number)
      if unfollowed.count < unfollowedLimit { unfollowed.append(number) }
    }
  }

  /// Examines a weak reference.
  ///
  /// Rules R5, R7, R6.
  mutating func meetWeak(
    _ bytes: Span<UInt8>, _ value: UInt64, at offset: Int, _ className: UInt32
  ) {
    if purpose == .canonicalCheck, keyNesting > 0 { note(bytes, .referenceInKey, offset) }
    guard purpose == .check, checksReferences, value != 0 else { return }
    var number = Int(saturating: value >> 1)
    let isSlot = value & 1 == 1
    if isSlot {
      guard let slotCount = slots.count else { return }
      guard number < slotCount else { return note(bytes, .weakSlot, offset) }
      number = slots.object(inSlot: number)
    }
    guard let objectCount else { return }
    guard number <= objectCount else {
      // What a slot holds has been examined there.
      if !isSlot { note(bytes, .danglingReference, offset) }
      return
    }
    if className != 0, number != 0 { checkClass(bytes, of: number, className, offset) }
  }

  /// Rule R6.
  @inline(__always)
  private mutating func checkClass(
    _ bytes: Span<UInt8>, of number: Int, _ className: UInt32, _ offset: Int
  ) {
    guard !isQuick else {
      if !asked.insert(number, ofName: className) { hasFoundSomething = true }
      return
    }
    let entry = objects.entry(ofObject: number)
    if entry != 0, !membership.isEntry(entry, ofClass: Int(className)) {
      note(bytes, .wrongClass, offset)
    }
  }
}
