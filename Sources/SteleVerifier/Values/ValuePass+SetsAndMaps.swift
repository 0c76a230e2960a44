internal import Stele

/// The elements of a set, or the keys of a map, that is open.
struct ElementTable {
  /// Those so far, for V6 and V7.
  var elements = RangeTable()
  /// The last one, for K10; empty before the first.
  var last = 0..<0
}

/// Sets and maps.
///
/// Spec §3.6.
extension ValuePass {
  /// Reads the count of a set or map, and opens it unless it is empty.
  ///
  /// Rule P5, for a map of twice the count.
  mutating func beginSetOrMap(
    _ bytes: Span<UInt8>, _ type: TypeNode, _ node: Int, depth: Int
  ) throws(Defect) -> Bool {
    let offset = cursor.offset
    var count = try cursor.readCount(bytes)
    if type.layout == .map {
      guard count <= cursor.remaining / 2 else { throw Defect(.countTooLarge, offset) }
      count &*= 2
    }
    guard count > 0 else { return false }
    push(
      OpenValue(
        kind: type.layout == .map ? .map : .set, depth: depth &+ 1, end: count, type: node,
        side: openTableCount))
    if openTableCount == elementTables.count { elementTables.append(ElementTable()) }
    openTableCount &+= 1
    return true
  }

  /// Reads the elements of the set, or the keys and values of the map, on top, until one is open.
  mutating func continueSetOrMap(_ bytes: Span<UInt8>) throws(Defect) {
    let type = types[top.type]
    while true {
      // Of a map, every second one is a value.
      let isValueNext = type.layout == .map && top.next & 1 == 1
      if type.layout == .map ? isValueNext : top.next > 0 { checkElement(bytes, type) }
      guard top.next < top.end else { break }
      top.next &+= 1
      if !isValueNext {
        top.start = cursor.offset
        keyNesting &+= 1
      }
      let node = Int(isValueNext ? type.second : type.first)
      if try begin(bytes, types[node], node, depth: top.depth) { return }
    }
    closeTable()
    pop()
  }

  /// Rules V6, V7, and in phase 7 K10, for the element or key that ends at the cursor.
  private mutating func checkElement(_ bytes: Span<UInt8>, _ type: TypeNode) {
    keyNesting &-= 1
    let range = top.start..<cursor.offset
    guard canonical != nil else {
      if !elementTables[top.side].elements.insert(bytes, range) {
        note(bytes, type.layout == .map ? .duplicateKey : .duplicateElement, range.lowerBound)
      }
      return
    }
    let last = elementTables[top.side].last
    if !last.isEmpty, !bytes.isOrdered(last, before: range) {
      note(bytes, .canonicalElements, range.lowerBound)
    }
    elementTables[top.side].last = range
  }

  mutating func closeTable() {
    openTableCount &-= 1
    elementTables[openTableCount].elements.removeAll()
    elementTables[openTableCount].last = 0..<0
  }
}
