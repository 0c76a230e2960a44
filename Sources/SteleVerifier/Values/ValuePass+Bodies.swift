internal import Stele

/// Records, structs and enums.
///
/// Spec §3.7, §5.2.
extension ValuePass {
  /// Reads the presence bytes of a body, and returns it as an open value.
  ///
  /// Rules P1, V11.
  @inline(__always)
  mutating func body(
    _ bytes: Span<UInt8>, _ keys: StoredKeys, depth: Int, list: Int = -1
  ) throws(Defect) -> OpenValue {
    var body = OpenValue(kind: .body, depth: depth, side: list)
    body.next = keys.range.lowerBound
    body.end = keys.range.upperBound
    body.start = cursor.offset
    if keys.optionalCount > 0 {
      try cursor.skip((keys.optionalCount &+ 7) &>> 3)
      let last = cursor.offset &- 1
      let usedBitCount = UInt8(truncatingIfNeeded: keys.optionalCount & 7)
      if usedBitCount != 0, bytes[last] &>> usedBitCount != 0 { throw Defect(.spareBits, last) }
    }
    return body
  }

  /// Reads the values of the body on top, until one is open.
  mutating func continueBody(_ bytes: Span<UInt8>) throws(Defect) {
    // The cursor of the pass, in registers as long as values have no parts.
    var cursor = self.cursor
    var (next, optionalCount) = (top.next, top.optionalCount)
    let (presence, end, depth) = (top.start, top.end, top.depth)
    let mayHoldValues = depth < limits.valueNesting
    while next < end {
      // Of a key only those properties are loaded that are needed.
      let place = next
      next &+= 1
      top.next = next
      if keys.keys[place].isOptional {
        let bits = bytes[presence &+ optionalCount &>> 3]
        let isPresent = bits &>> UInt8(truncatingIfNeeded: optionalCount & 7) & 1 == 1
        optionalCount &+= 1
        guard isPresent else { continue }
      }
      if keys.keys[place].leaf.layout.isLeaf, mayHoldValues {
        if keys.keys[place].hasFlag {
          guard try cursor.readFlag(bytes) else { continue }
        }
        let defect = try readLeaf(bytes, &cursor, keys.keys[place].leaf)
        if let defect { note(bytes, defect) }
        continue
      }
      self.cursor = cursor
      top.optionalCount = optionalCount
      let key = keys.keys[place]
      let isOpen: Bool
      if top.side >= 0, key.isNestedStruct {
        isOpen = try beginNestedStruct(bytes, key.type)
      } else if key.type.layout == .list, depth <= limits.valueNesting {
        isOpen = try beginPlainList(bytes, key.type, depth: depth)
      } else {
        isOpen = try begin(bytes, key.type, Int(key.node), depth: depth)
      }
      if isOpen { return }
      cursor = self.cursor
    }
    self.cursor = cursor
    pop()
  }

  /// Reads the entry number of a struct or enum value.
  ///
  /// Rules C8, V8, V9.
  mutating func readEntry(_ bytes: Span<UInt8>, of type: TypeNode) throws(Defect) -> Int {
    let offset = cursor.offset
    let entry = try cursor.readNumber(bytes)
    try checkEntry(entry, at: offset, of: type)
    return entry
  }

  /// Rules C8, V8, V9.
  @inline(__always)
  func checkEntry(_ entry: Int, at offset: Int, of type: TypeNode) throws(Defect) {
    guard entry > 0, entry <= definedEntryCount else { throw Defect(.undefinedEntry, offset) }
    let kind: ClassEntry.Kind = type.layout == .structure ? .struct : .enum
    guard contents.classes[entry].kind == kind else { throw Defect(.valueKind, offset) }
    guard contents.classes[entry].name == type.first else { throw Defect(.valueClass, offset) }
  }

  /// Begins a struct or enum value after its entry number; returns whether its body is open.
  ///
  /// Rules V10, V12.
  mutating func beginContent(
    _ bytes: Span<UInt8>, ofEntry number: Int, depth: Int, list: Int = -1
  ) throws(Defect) -> Bool {
    canonical?.use(entry: number)
    let entry = contents.classes[number]
    let offset = cursor.offset
    guard entry.kind == .enum else {
      guard entry.keys.range.isEmpty else {
        push(try body(bytes, entry.keys, depth: depth &+ 1, list: list))
        return true
      }
      guard try cursor.readByte(bytes) == 0 else { throw Defect(.emptyBody, offset) }
      return false
    }
    let index = try cursor.readNumber(bytes)
    guard index < entry.cases.count else { throw Defect(.caseIndex, offset) }
    let enumCase = contents.classes.cases[entry.cases.lowerBound &+ index]
    guard !enumCase.isRetired else { throw Defect(.caseIndex, offset) }
    guard !enumCase.keys.range.isEmpty else { return false }
    push(try body(bytes, enumCase.keys, depth: depth &+ 1))
    return true
  }
}
