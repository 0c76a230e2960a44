internal import Stele

/// Lists in their three forms.
///
/// Spec §3.5.
extension ValueWalk {
  /// Reads a packed list.
  ///
  /// Rules P5, V1, V3, V4.
  mutating func readPackedList(_ bytes: Span<UInt8>, _ node: TypeNode) throws(Defect) {
    let countOffset = cursor.offset
    let count = try cursor.readCount(bytes)
    guard count > 0 else { return }
    var width = node.shape == .packedBools ? 1 : Int(node.width)
    let widthOffset = cursor.offset
    if node.shape == .packedIntegers {
      let byte = Int(try cursor.readByte(bytes))
      guard byte.nonzeroBitCount == 1, byte <= width else {
        throw Defect(.packedWidth, widthOffset)
      }
      width = byte
    }
    guard count <= cursor.remaining / width else { throw Defect(.countTooLarge, countOffset) }
    let elements = cursor.offset..<(cursor.offset &+ count &* width)
    if purpose == .check {
      if node.shape == .packedBools {
        try checkBools(bytes, elements)
      } else if node.shape == .packedIntegers, width > 1 {
        guard PackedIntegers.need(width, isSigned: node.isSigned, bytes, elements) else {
          throw Defect(.widthNotNarrowest, widthOffset)
        }
      }
    }
    cursor.offset = elements.upperBound
  }

  private mutating func checkBools(
    _ bytes: Span<UInt8>, _ elements: Range<Int>
  ) throws(Defect) {
    guard let offset = PackedBools.firstWrong(bytes, elements) else { return }
    elementIndex = offset - elements.lowerBound
    throw Defect(.flagByte, offset)
  }

  /// Reads a plain list, at once when its elements are simple.
  mutating func beginList(
    _ bytes: Span<UInt8>, _ node: TypeNode, depth: Int
  ) throws(Defect) {
    let count = try cursor.readCount(bytes)
    guard count > 0 else { return }
    let element = types[Int(node.first)]
    switch element.shape {
    case .string, .bytes, .decimal, .reference, .optionalReference, .weak:
      if depth >= limits.valueNesting, !element.shape.isReference {
        elementIndex = 0
        throw Defect(.valueNesting, cursor.offset)
      }
      if element.shape == .string {
        try readStrings(bytes, count)
      } else {
        for index in 0..<count {
          elementIndex = index
          try readSimple(bytes, element)
        }
      }
      elementIndex = -1
    default:
      push(
        ValueFrame(kind: .list, depth: depth &+ 1, end: count, type: Int(node.first)))
    }
  }

  private mutating func readStrings(_ bytes: Span<UInt8>, _ count: Int) throws(Defect) {
    var cursor = self.cursor
    var index = 0
    defer {
      self.cursor = cursor
      elementIndex = index
    }
    while index < count {
      try readString(bytes, &cursor)
      index &+= 1
    }
  }

  /// Begins a list of structs or enums, uniform or mixed.
  ///
  /// Rules C8, V8, V9, and L2 for nested entry numbers.
  mutating func beginBodies(
    _ bytes: Span<UInt8>, _ node: TypeNode, depth: Int
  ) throws(Defect) {
    let count = try cursor.readCount(bytes)
    guard count > 0 else { return }
    let offset = cursor.offset
    let entry = try cursor.readNumber(bytes)
    let firstNested = nestedEntries.count
    if entry != 0 {
      try checkEntry(entry, at: offset, of: types[Int(node.first)])
      if classes[entry].kind == .struct {
        let byteCount = try readNestedEntries(bytes, below: entry, depth: depth)
        if skipElements(count: count, of: byteCount, entry, firstNested) { return }
      }
    }
    push(
      ValueFrame(
        kind: entry == 0 ? .mixed : .uniform, depth: depth &+ 1, end: count,
        type: Int(node.first), entry: entry, start: offset, nested: firstNested))
  }

  mutating func continueUniformList(_ bytes: Span<UInt8>) throws(Defect) {
    while top.next < top.end {
      top.next &+= 1
      top.nextNested = top.nested
      try checkDepth()
      let depth = frames.count
      let entry = top.entry
      try beginInstance(bytes, entry, depth: top.depth)
      // An element without values needs no frame.
      guard frames.count > depth else { continue }
      if classes[entry].kind == .struct { top.list = depth }
      return
    }
    nestedEntries.removeSubrange(top.nested...)
    pop()
  }

  /// Rule V5.
  mutating func continueMixedList(_ bytes: Span<UInt8>) throws(Defect) {
    guard top.next < top.end else {
      guard top.isMixed else { throw Defect(.listNotMixed, top.start) }
      nestedEntries.removeSubrange(top.nested...)
      return pop()
    }
    top.next &+= 1
    try checkDepth()
    let entry = try readEntry(bytes, of: types[top.type])
    top.nextNested = top.nested
    Self.compare(entry, in: &top, &nestedEntries)
    let depth = frames.count
    try beginInstance(bytes, entry, depth: top.depth)
    if frames.count > depth, classes[entry].kind == .struct { top.list = depth }
  }

  /// Rule L2 for the element that begins.
  private func checkDepth() throws(Defect) {
    guard top.depth > limits.valueNesting else { return }
    throw Defect(.valueNesting, cursor.offset)
  }
}

/// The widths of packed integers.
///
/// Spec §3.5, rule V4.
enum PackedIntegers {
  /// Whether some element needs a width of 2 bytes or more.
  static func need(
    _ width: Int, isSigned: Bool, _ bytes: Span<UInt8>, _ elements: Range<Int>
  ) -> Bool {
    var offset = elements.lowerBound
    while offset < elements.upperBound {
      if needs(width, isSigned, bytes, offset) { return true }
      offset &+= width
    }
    return false
  }

  @inline(__always)
  private static func needs(
    _ width: Int, _ isSigned: Bool, _ bytes: Span<UInt8>, _ offset: Int
  ) -> Bool {
    switch width {
    case 2:
      let low = bytes[offset]
      let sign: UInt8 = isSigned && low >= 0x80 ? 0xFF : 0
      return bytes[offset &+ 1] != sign
    case 4:
      let value = bytes.halfWord(at: offset)
      guard isSigned else { return value &>> 16 != 0 }
      return Int32(bitPattern: value) != Int32(Int16(truncatingIfNeeded: value))
    case 8:
      let value = bytes.word(at: offset)
      guard isSigned else { return value &>> 32 != 0 }
      return Int64(bitPattern: value) != Int64(Int32(truncatingIfNeeded: value))
    default:
      let low = bytes.word(at: offset)
      let sign: UInt64 = isSigned && low &>> 63 == 1 ? .max : 0
      return bytes.word(at: offset &+ 8) != sign
    }
  }
}
