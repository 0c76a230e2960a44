internal import Stele

/// A uniform or mixed list that is open.
///
/// Spec §3.5.
struct StructList {
  let isUniform: Bool
  /// The offset of the 0 in front of a mixed list.
  let offset: Int
  /// The entry of an element, and after it those of its nested structs, in the order in which these begin.
  ///
  /// They stand in front of a uniform list; in a mixed list they are those of the first element.
  var entries: [Int] = []
  /// The place in `entries` of the struct that begins next.
  private var next = 0
  private var isFirstElement = false
  /// Whether two elements of a mixed list are of different entries, on whatever level.
  private(set) var isMixed = false

  init(isUniform: Bool, offset: Int) {
    self.isUniform = isUniform
    self.offset = offset
  }

  mutating func beginElement(isFirst: Bool) {
    next = 0
    isFirstElement = isFirst
  }

  /// Returns the entry of the next struct of a uniform list.
  mutating func takeEntry() -> Int {
    defer { next += 1 }
    return entries[next]
  }

  /// Compares the entry of the next struct of a mixed list with that of the first element.
  mutating func compare(_ entry: Int) {
    if isFirstElement {
      entries.append(entry)
    } else if !isMixed {
      // Elements that have been equal so far have as many nested structs.
      isMixed = takeEntry() != entry
    }
  }
}

/// Uniform and mixed lists.
///
/// Spec §3.5.
extension ValueReader {
  /// Reads the entry numbers in front of a list, and opens it: C8, V8, V9, and L2 for nested structs.
  mutating func openStructList(of element: UInt32, _ count: Int, depth: Int) throws(Defect) {
    let offset = cursor.offset
    let entry = try cursor.readNumber()
    var list = StructList(isUniform: entry != 0, offset: offset)
    if list.isUniform {
      try checkEntry(entry, at: offset, of: types[element])
      if skipElements(of: entry, count, depth: depth + 1) { return }
      list.entries = [entry]
      try readNestedEntries(of: entry, depth: depth + 1, into: &list.entries)
    }
    structLists.append(list)
    push(OpenValue(kind: .structList, depth: depth + 1, end: count, type: element))
  }

  /// Skips the elements of a uniform list at a depth if all fields of the struct have a fixed size and allow any bytes.
  ///
  /// Where P1 or L2 is broken, the elements are read one by one.
  private mutating func skipElements(of entry: Int, _ count: Int, depth: Int) -> Bool {
    let keys = contents.classes[entry].keys
    // Each field takes a byte, so that a short record does not cost the keys of a large struct.
    guard !keys.range.isEmpty, keys.range.count <= cursor.remaining, keys.optionalCount == 0,
      depth < limits.valueNesting
    else { return false }
    var byteCount = 0
    for key in contents.classes.keys[keys.range] {
      let code = types[key.type].code
      guard let size = code.packedSize, !code.hasPackedWidth, code != .bool else { return false }
      byteCount += size
    }
    guard count <= cursor.remaining / byteCount else { return false }
    canonical?.use(entry: entry)
    cursor.offset += count * byteCount
    return true
  }

  /// Reads the entry numbers of the nested structs of an element at a depth.
  private mutating func readNestedEntries(
    of entry: Int, depth: Int, into entries: inout [Int]
  ) throws(Defect) {
    // The nested structs that are left of the element and of each struct on the way.
    var rest = [contents.classes[entry].nested]
    while let last = rest.indices.last {
      guard let place = rest[last].popFirst() else {
        rest.removeLast()
        continue
      }
      let type = types[contents.classes.nestedTypes[place]]
      try checkDepth(depth + rest.count, of: type)
      let nested = try readEntry(of: type)
      entries.append(nested)
      rest.append(contents.classes[nested].nested)
    }
  }

  /// The next element of the list on top, and after the last one V5.
  mutating func continueStructList() throws(Defect) {
    let list = structLists.count - 1
    guard top.next < top.end else {
      if !structLists[list].isUniform, !structLists[list].isMixed {
        throw Defect(.listNotMixed, structLists[list].offset)
      }
      structLists.removeLast()
      return pop()
    }
    top.next += 1
    structLists[list].beginElement(isFirst: top.next == 1)
    try openListed(types[top.type], depth: top.depth)
  }

  /// Opens an element of the innermost list, or a nested struct in one: L2, and in a mixed list C8, V8, V9.
  mutating func openListed(_ type: TypeNode, depth: Int) throws(Defect) {
    try checkDepth(depth, of: type)
    let list = structLists.count - 1
    let entry: Int
    if structLists[list].isUniform {
      entry = structLists[list].takeEntry()
    } else {
      entry = try readEntry(of: type)
      structLists[list].compare(entry)
    }
    try openContent(of: entry, depth: depth, isListed: true)
  }
}
