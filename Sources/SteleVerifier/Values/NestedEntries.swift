internal import Stele

/// The entries at nested places of lists: said once in front of a uniform list, compared in a mixed one.
///
/// The numbers of a list stand in ``nestedEntries``, from its ``ValueFrame/nested`` on, in the order in which the structs of an
/// element begin; ``ValueFrame/nextNested`` is the one for the struct that begins next.
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
    var open = [classes[entry].operations]
    while let last = open.indices.last {
      guard let next = open[last].popFirst() else {
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
      let number = try readEntry(bytes, of: types[Int(operation.type)])
      nestedEntries.append(number)
      let operations = classes[number].operations
      isFixed = isFixed && !operations.isEmpty
      open.append(operations)
    }
    return isFixed && depth &+ 1 &+ height <= limits.valueNesting ? byteCount : 0
  }

  /// Moves over the elements of a uniform list, of some bytes each, when they are there.
  mutating func skipElements(count: Int, of byteCount: Int, _ entry: Int, _ first: Int) -> Bool {
    guard byteCount > 0, count <= cursor.remaining / byteCount else { return false }
    cursor.offset &+= count &* byteCount
    if purpose == .canonicalCheck {
      canonical.use(entry: entry)
      for nested in nestedEntries[first...] { canonical.use(entry: nested) }
    }
    nestedEntries.removeSubrange(first...)
    return true
  }

  /// Begins a struct at a nested place of a list, the frame of which stands at an index.
  mutating func beginNested(_ bytes: Span<UInt8>, _ type: Int, list: Int) throws(Defect) {
    let depth = top.depth
    guard depth <= limits.valueNesting else { throw Defect(.valueNesting, cursor.offset) }
    let entry: Int
    if frames[list].kind == .uniform {
      entry = nestedEntries[frames[list].nextNested]
      frames[list].nextNested &+= 1
    } else {
      entry = try readEntry(bytes, of: types[type])
      Self.compare(entry, in: &frames[list], &nestedEntries)
    }
    let frameCount = frames.count
    try beginInstance(bytes, entry, depth: depth)
    if frames.count > frameCount { top.list = list }
  }

  /// Compares an entry in a mixed list with the one at its place in the first element, which is noted.
  static func compare(_ entry: Int, in list: inout ValueFrame, _ nestedEntries: inout [Int]) {
    guard !list.isMixed else { return }
    if list.next == 1 {
      nestedEntries.append(entry)
    } else {
      // As long as all are equal, all elements have as many.
      list.isMixed = nestedEntries[list.nextNested] != entry
      list.nextNested &+= 1
    }
  }
}
