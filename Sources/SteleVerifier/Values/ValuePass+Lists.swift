internal import Stele

/// Packed and plain lists.
///
/// Spec §3.5.
extension ValuePass {
  /// Reads a packed list.
  ///
  /// Rules P5, V3, V4, V1.
  mutating func readPackedList(_ bytes: Span<UInt8>, _ type: TypeNode) throws(Defect) {
    let countOffset = cursor.offset
    let count = try cursor.readCount(bytes)
    guard count > 0 else { return }
    var width = type.layout == .packedBools ? 1 : Int(type.width)
    let widthOffset = cursor.offset
    if type.layout == .packedIntegers {
      let byte = Int(try cursor.readByte(bytes))
      guard byte.nonzeroBitCount == 1, byte <= width else {
        throw Defect(.packedWidth, widthOffset)
      }
      width = byte
    }
    guard count <= cursor.remaining / width else { throw Defect(.countTooLarge, countOffset) }
    let elements = cursor.offset..<(cursor.offset &+ count &* width)
    if type.layout == .packedIntegers, width > 1,
      !PackedList.needs(width: width, isSigned: type.isSigned, bytes, elements)
    {
      throw Defect(.widthNotNarrowest, widthOffset)
    }
    if type.layout == .packedBools,
      let offset = PackedList.firstInvalidBool(bytes, elements)
    {
      // For the key path alone.
      push(OpenValue(kind: .plainList, next: offset - elements.lowerBound + 1))
      throw Defect(.flagByte, offset)
    }
    cursor.offset = elements.upperBound
  }

  /// Reads a plain list of values without parts, or opens another one unless it is empty.
  mutating func beginPlainList(
    _ bytes: Span<UInt8>, _ type: TypeNode, depth: Int
  ) throws(Defect) -> Bool {
    let count = try cursor.readCount(bytes)
    guard count > 0 else { return false }
    let element = types[Int(type.first)]
    // Phase 7 opens every list: its findings are about single references.
    if element.layout.isLeaf, canonical == nil {
      // For each of these layouts the compiler makes a loop of its own.
      switch element.layout {
      case .string:
        try readLeaves(bytes, TypeNode(layout: .string), count, depth: depth &+ 1)
      case .reference:
        let reference = TypeNode(layout: .reference, first: element.first)
        try readLeaves(bytes, reference, count, depth: depth &+ 1)
      default:
        try readLeaves(bytes, element, count, depth: depth &+ 1)
      }
      return false
    }
    push(OpenValue(kind: .plainList, depth: depth &+ 1, end: count, type: Int(type.first)))
    return true
  }

  /// Reads elements without parts.
  ///
  /// The list is open for findings alone, which need its place in the key path.
  @inline(__always)
  private mutating func readLeaves(
    _ bytes: Span<UInt8>, _ element: TypeNode, _ count: Int, depth: Int
  ) throws(Defect) {
    var cursor = self.cursor
    var next = 1
    do throws(Defect) {
      try checkDepth(depth, of: element)
      while true {
        if let defect = try readLeaf(bytes, &cursor, element) {
          push(OpenValue(kind: .plainList, next: next))
          note(bytes, defect)
          pop()
        }
        guard next < count else { break }
        next &+= 1
      }
    } catch {
      push(OpenValue(kind: .plainList, next: next))
      throw error
    }
    self.cursor = cursor
  }

  /// Reads the elements of the plain list on top, until one is open.
  mutating func continuePlainList(_ bytes: Span<UInt8>) throws(Defect) {
    while top.next < top.end {
      top.next &+= 1
      if try begin(bytes, types[top.type], top.type, depth: top.depth) { return }
    }
    pop()
  }
}
