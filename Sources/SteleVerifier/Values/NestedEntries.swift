internal import Stele

/// The entry number in front of a uniform list for all structs at one place in its elements.
///
/// Spec §3.5.
struct NestedEntry {
  /// The entry, or 0 when the structs say it themselves.
  var entry: Int
  var offset: Int
  /// Where those end that stand for structs in these structs.
  var end: Int
  /// When structs say their entries, that of the first, and whether another one has followed.
  var firstEntry = 0
  var isMixed = false
}

/// Structs of whose entries a list around them tells.
///
/// Spec §3.5.
extension ValueWalk {
  /// Reads the nested entry numbers of a uniform list of an entry, which is itself at a depth.
  ///
  /// Rules L2, C8, V8, V9.
  ///
  /// - Returns: The size of the elements when nothing in them needs to be looked at, else 0.
  mutating func readNestedEntries(
    _ bytes: Span<UInt8>, below entry: Int, depth: Int
  ) throws(Defect) -> Int {
    var byteCount = 0
    var isFixed = !classes[entry].operations.isEmpty
    var height = 1
    var open: [(number: Int, operations: Range<UInt32>)] = [(-1, classes[entry].operations)]
    while let last = open.indices.last {
      guard let next = open[last].operations.popFirst() else {
        if open[last].number >= 0 { nestedEntries[open[last].number].end = nestedEntries.count }
        open.removeLast()
        continue
      }
      let operation = plans.operations[Int(next)]
      guard operation.shape == .structure, !operation.isOptional else {
        isFixed = isFixed && operation.shape == .fixed && !operation.isOptional
        byteCount &+= Int(operation.width)
        continue
      }
      // The structs are as much deeper than the elements as numbers are open here.
      guard depth &+ 1 &+ open.count <= limits.valueNesting else {
        throw Defect(.valueNesting, cursor.offset)
      }
      height = max(height, open.count &+ 1)
      let offset = cursor.offset
      let number = try cursor.readNumber(bytes)
      nestedEntries.append(
        NestedEntry(entry: number, offset: offset, end: nestedEntries.count &+ 1))
      guard number != 0 else {
        isFixed = false
        continue
      }
      try checkEntry(number, at: offset, of: types[Int(operation.type)])
      let operations = classes[number].operations
      isFixed = isFixed && !operations.isEmpty
      open.append((nestedEntries.count &- 1, operations))
    }
    return isFixed && depth &+ 1 &+ height <= limits.valueNesting ? byteCount : 0
  }

  /// Moves over the elements of a uniform list, of some bytes each, when they are there.
  mutating func skipElements(count: Int, of byteCount: Int, _ entry: Int, _ first: Int) -> Bool {
    guard byteCount > 0, count <= cursor.remaining / byteCount else { return false }
    cursor.offset &+= count &* byteCount
    if purpose == .canonicalCheck {
      canonical.use(entry: entry)
      for nested in nestedEntries[first...] { canonical.use(entry: nested.entry) }
    }
    nestedEntries.removeSubrange(first...)
    return true
  }

  /// Begins a struct of a type whose entry stands in front of a list, or which that says to be of several.
  mutating func beginNested(_ bytes: Span<UInt8>, _ type: Int, number: Int) throws(Defect) {
    let depth = top.depth
    guard depth <= limits.valueNesting else { throw Defect(.valueNesting, cursor.offset) }
    let frameCount = frames.count
    guard nestedEntries[number].entry == 0 else {
      try beginInstance(bytes, nestedEntries[number].entry, depth: depth)
      if frames.count > frameCount { top.nested = number &+ 1 }
      return
    }
    let entry = try readEntry(bytes, of: types[type])
    if nestedEntries[number].firstEntry == 0 {
      nestedEntries[number].firstEntry = entry
    } else if nestedEntries[number].firstEntry != entry {
      nestedEntries[number].isMixed = true
    }
    try beginInstance(bytes, entry, depth: depth)
  }

  /// Rule V5 for the numbers from one on, which belong to a list that has been read.
  mutating func finishNested(from first: Int) throws(Defect) {
    for nested in nestedEntries[first...] where nested.entry == 0 && !nested.isMixed {
      throw Defect(.listNotMixed, nested.offset)
    }
    nestedEntries.removeSubrange(first...)
  }
}
