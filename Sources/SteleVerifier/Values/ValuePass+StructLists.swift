internal import Stele

/// Uniform and mixed lists.
///
/// Spec §3.5.
extension ValuePass {
  /// Reads the count and the entry numbers in front of a list of structs or enums, and opens it unless that was all.
  ///
  /// Rules P5, C8, V8, V9, and L2 for nested entry numbers.
  mutating func beginStructList(
    _ bytes: Span<UInt8>, _ type: TypeNode, depth: Int
  ) throws(Defect) -> Bool {
    let count = try cursor.readCount(bytes)
    guard count > 0 else { return false }
    let offset = cursor.offset
    let entry = try cursor.readNumber(bytes)
    let firstNested = nestedEntries.count
    if entry != 0 {
      try checkEntry(entry, at: offset, of: types[Int(type.first)])
      if contents.classes[entry].kind == .struct {
        let byteCount = try readNestedEntries(bytes, ofEntry: entry, depth: depth)
        if skipElements(count, of: byteCount, entry, firstNested) { return false }
      }
    }
    push(
      OpenValue(
        kind: entry == 0 ? .mixedList : .uniformList, depth: depth &+ 1, end: count,
        type: Int(type.first), side: structLists.count))
    structLists.append(
      StructList(entry: entry, offset: offset, firstNested: firstNested, nextNested: firstNested))
    return true
  }

  /// Reads the entry numbers of the nested structs of a uniform list at a depth.
  ///
  /// Rules L2, C8, V8, V9.
  ///
  /// - Returns: The size of each element if all of its bytes are valid, else 0.
  private mutating func readNestedEntries(
    _ bytes: Span<UInt8>, ofEntry entry: Int, depth: Int
  ) throws(Defect) -> Int {
    var byteCount = 0
    var isFixed = !contents.classes[entry].keys.range.isEmpty
    var height = 1
    // The keys that are left of the element and of each nested struct on the way.
    var rest = [contents.classes[entry].keys.range]
    while let last = rest.indices.last {
      guard let next = rest[last].popFirst() else {
        rest.removeLast()
        continue
      }
      let key = contents.classes.keys[next]
      guard key.isNestedStruct else {
        isFixed = isFixed && key.type.layout == .fixed && !key.isOptional
        byteCount &+= Int(key.type.width)
        continue
      }
      try checkDepth(depth &+ 1 &+ rest.count, of: key.type)
      height = max(height, rest.count &+ 1)
      let number = try readEntry(bytes, of: key.type)
      nestedEntries.append(number)
      let keys = contents.classes[number].keys.range
      isFixed = isFixed && !keys.isEmpty
      rest.append(keys)
    }
    return isFixed && depth &+ 1 &+ height <= limits.valueNesting ? byteCount : 0
  }

  /// Skips the elements of a uniform list if all have a size and are there.
  private mutating func skipElements(
    _ count: Int, of byteCount: Int, _ entry: Int, _ firstNested: Int
  ) -> Bool {
    guard byteCount > 0, count <= cursor.remaining / byteCount else { return false }
    cursor.offset &+= count &* byteCount
    canonical?.use(entry: entry)
    for nested in nestedEntries[firstNested...] { canonical?.use(entry: nested) }
    nestedEntries.removeSubrange(firstNested...)
    return true
  }

  /// Reads the elements of the uniform list on top, until one is open.
  mutating func continueUniformList(_ bytes: Span<UInt8>) throws(Defect) {
    let list = top.side
    let entry = structLists[list].entry
    while top.next < top.end {
      top.next &+= 1
      structLists[list].nextNested = structLists[list].firstNested
      try checkDepth(top.depth, of: types[top.type])
      if try beginContent(bytes, ofEntry: entry, depth: top.depth, list: list) { return }
    }
    closeStructList()
  }

  /// Reads the elements of the mixed list on top, until one is open.
  ///
  /// Rule V5.
  mutating func continueMixedList(_ bytes: Span<UInt8>) throws(Defect) {
    let list = top.side
    while top.next < top.end {
      top.next &+= 1
      structLists[list].isInFirst = top.next == 1
      structLists[list].nextNested = structLists[list].firstNested
      try checkDepth(top.depth, of: types[top.type])
      let entry = try readEntry(bytes, of: types[top.type])
      structLists[list].compare(entry, &nestedEntries)
      if try beginContent(bytes, ofEntry: entry, depth: top.depth, list: list) { return }
    }
    guard structLists[list].isMixed else {
      throw Defect(.listNotMixed, structLists[list].offset)
    }
    closeStructList()
  }

  private mutating func closeStructList() {
    if let list = structLists.popLast() { nestedEntries.removeSubrange(list.firstNested...) }
    pop()
  }

  /// Begins a nested struct of the element on top; returns whether its body is open.
  ///
  /// Rules L2, and in a mixed list C8, V8, V9.
  mutating func beginNestedStruct(
    _ bytes: Span<UInt8>, _ type: TypeNode
  ) throws(Defect) -> Bool {
    try checkDepth(top.depth, of: type)
    let list = top.side
    let entry: Int
    if structLists[list].entry != 0 {
      entry = nestedEntries[structLists[list].nextNested]
      structLists[list].nextNested &+= 1
    } else {
      entry = try readEntry(bytes, of: type)
      structLists[list].compare(entry, &nestedEntries)
    }
    return try beginContent(bytes, ofEntry: entry, depth: top.depth, list: list)
  }
}
