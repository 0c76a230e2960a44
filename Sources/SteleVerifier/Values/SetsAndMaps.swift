internal import Stele

/// Sets and maps.
///
/// Spec §3.6.
extension ValueWalk {
  /// Reads the count of a set or map and pushes a frame.
  ///
  /// Rule P5, for a map of twice the count.
  mutating func beginUnordered(
    _ bytes: Span<UInt8>, _ node: TypeNode, _ type: Int, depth: Int
  ) throws(Defect) {
    let offset = cursor.offset
    var count = try cursor.readCount(bytes)
    if node.shape == .map {
      guard count <= cursor.remaining / 2 else { throw Defect(.countTooLarge, offset) }
      count &*= 2
    }
    guard count > 0 else { return }
    var frame = ValueFrame(kind: node.shape == .set ? .set : .map, depth: depth &+ 1, end: count)
    frame.type = node.shape == .set ? Int(node.first) : type
    if purpose == .check { frame.bit = openTable() }
    push(frame)
  }

  mutating func continueSet(_ bytes: Span<UInt8>) throws(Defect) {
    if top.next > 0 { finishUnique(bytes, .duplicateElement) }
    guard top.next < top.end else { return endUnordered() }
    top.next &+= 1
    beginUnique()
    try begin(bytes, top.type, depth: top.depth)
  }

  mutating func continueMap(_ bytes: Span<UInt8>) throws(Defect) {
    let isKeyRead = top.next & 1 == 1
    if isKeyRead { finishUnique(bytes, .duplicateKey) }
    guard top.next < top.end else { return endUnordered() }
    top.next &+= 1
    let node = types[top.type]
    if !isKeyRead { beginUnique() }
    try begin(bytes, Int(isKeyRead ? node.second : node.first), depth: top.depth)
  }

  private mutating func beginUnique() {
    top.start = cursor.offset
    keyNesting &+= 1
  }

  /// Rules V6, V7 and K10 for the element or key that ends at the cursor.
  private mutating func finishUnique(_ bytes: Span<UInt8>, _ rule: Rule) {
    keyNesting &-= 1
    let range = top.start..<cursor.offset
    switch purpose {
    case .check:
      if !tables[top.bit].insert(bytes, range) { note(bytes, rule, range.lowerBound) }
    case .canonicalCheck:
      if !top.previous.isEmpty, !bytes.isOrdered(top.previous, before: range) {
        note(bytes, .canonicalElements, range.lowerBound)
      }
      top.previous = range
    case .trace:
      break
    }
  }

  private mutating func endUnordered() {
    if purpose == .check { closeTable() }
    pop()
  }
}
