internal import Stele

/// Packed and plain lists.
///
/// Spec §3.5.
extension ValueReader {
  /// Reads a packed list, or opens another one unless it is empty: P5.
  mutating func readList(of element: UInt32, depth: Int) throws(Defect) {
    let countOffset = cursor.offset
    let count = try cursor.readCount()
    guard count > 0 else { return }
    let type = types[element]
    if let size = type.code.packedSize {
      try readPackedElements(type.code, count, ofSize: size, countOffset: countOffset)
    } else if type.code == .struct || type.code == .enum {
      try openStructList(of: element, count, depth: depth)
    } else {
      let next = readSoundElements(of: type, count, depth: depth + 1)
      if next < count {
        push(OpenValue(kind: .plainList, depth: depth + 1, next: next, end: count, type: element))
      }
    }
  }

  /// Reads the strings or references of a plain list at a depth up to the first that breaks a rule; returns their number.
  ///
  /// Opening a list costs as much as reading several short elements. Only elements with parts and the key paths of
  /// findings need an open list.
  private mutating func readSoundElements(of type: TypeNode, _ count: Int, depth: Int) -> Int {
    guard type.code == .ref || type.code == .string, depth <= limits.valueNesting else { return 0 }
    for index in 0..<count {
      let start = cursor.offset
      let isSound =
        type.code == .ref ? readSoundReference(to: type.name) : (try? cursor.readString()) != nil
      guard isSound else {
        cursor.offset = start
        return index
      }
    }
    return count
  }

  /// The elements of the plain list on top, until another value is open.
  mutating func continuePlainList() throws(Defect) {
    while top.kind == .plainList {
      guard top.next < top.end else { return pop() }
      top.next += 1
      try readValue(top.type, depth: top.depth)
    }
  }

  /// A packed list after its count: V3, P5, V4, V1.
  private mutating func readPackedElements(
    _ code: TypeNode.Code, _ count: Int, ofSize largest: Int, countOffset: Int
  ) throws(Defect) {
    var size = largest
    let widthOffset = cursor.offset
    if code.hasPackedWidth {
      size = Int(try cursor.readByte())
      guard [1, 2, 4, 8, 16].contains(size), size <= largest else {
        throw Defect(.packedWidth, widthOffset)
      }
    }
    guard count <= cursor.remaining / size else { throw Defect(.countTooLarge, countOffset) }
    let elements = cursor.offset..<(cursor.offset + count * size)
    if code.hasPackedWidth,
      !PackedIntegers.need(size, isSigned: code.isSigned, cursor.part[elements])
    {
      throw Defect(.widthNotNarrowest, widthOffset)
    }
    if code == .bool, let wrong = elements.first(where: { cursor.part[$0] > 1 }) {
      // The list is open for the key path alone.
      push(OpenValue(kind: .plainList, next: wrong - elements.lowerBound + 1))
      throw Defect(.flagByte, wrong)
    }
    cursor.offset = elements.upperBound
  }
}

/// The elements of a packed list of integers that has a width.
///
/// Spec §3.5.
enum PackedIntegers {
  /// Whether some element does not fit into half the width: V4.
  static func need(_ width: Int, isSigned: Bool, _ elements: ArraySlice<UInt8>) -> Bool {
    switch (width, isSigned) {
    case (2, true): exceed(Int8.self, Int16.self, elements)
    case (2, false): exceed(UInt8.self, UInt16.self, elements)
    case (4, true): exceed(Int16.self, Int32.self, elements)
    case (4, false): exceed(UInt16.self, UInt32.self, elements)
    case (8, true): exceed(Int32.self, Int64.self, elements)
    case (8, false): exceed(UInt32.self, UInt64.self, elements)
    case (16, true): exceed(Int64.self, Int128.self, elements)
    case (16, false): exceed(UInt64.self, UInt128.self, elements)
    default: true
    }
  }

  private static func exceed<
    Half: FixedWidthInteger, Element: FixedWidthInteger & BitwiseCopyable
  >(
    _: Half.Type, _: Element.Type, _ elements: ArraySlice<UInt8>
  ) -> Bool {
    let bytes = elements.span
    var offset = 0
    while offset < bytes.count {
      let element: Element = bytes.integer(at: offset)
      if Half(exactly: element) == nil { return true }
      offset += Element.bitWidth / 8
    }
    return false
  }
}
