import Stele

/// Values of all types.
///
/// Spec chapter 3.
extension FieldWalk {
  /// Reports all parts of the open values.
  mutating func walkOpenValues() throws {
    while let last = open.indices.last {
      switch open[last].kind {
      case .body:
        try continueBody(last)
      case .any: open.removeLast()
      case .sequence, .map, .uniformList:
        guard open[last].next < open[last].count else {
          if open[last].kind == .uniformList { nested.removeLast() }
          open.removeLast()
          continue
        }
        try continueElements(last)
      }
    }
  }

  private mutating func continueElements(_ index: Int) throws {
    let next = open[index].next
    open[index].next += 1
    let types = open[index].types
    switch open[index].kind {
    case .map where next % 2 == 0:
      step(.mapKey(next / 2), ofValue: index)
      try startValue(types[0])
    case .map:
      step(.mapValue(next / 2), ofValue: index)
      try startValue(types[1])
    case .uniformList:
      step(.element(next), ofValue: index)
      if let last = nested.indices.last { nested[last].next = 0 }
      try openContent(ofEntry: open[index].entry, isUniform: true)
    default:
      step(.element(next), ofValue: index)
      try startValue(types[0])
    }
  }

  /// Reports a value, or the beginning of a value with parts.
  mutating func startValue(_ start: ArchiveTypeDescriptor) throws {
    var type = start
    while true {
      switch type {
      case .reference, .optional(.reference):
        return try walkReference()
      case .optional(let part):
        let flag = try peekByte()
        guard flag < 2 else { throw Unreadable("\(flag) does not tell whether there is a value") }
        try take(1, "flag", "optional", "3.3", flag == 0 ? "nil" : "a value follows")
        guard flag == 1 else { return }
        path.append(.some)
        type = part
      case .any:
        try push(Open(kind: .any, stepCount: path.count))
        type = try walkType("type")
        path.append(.any)
      case .list(let part):
        return try startList(of: part)
      case .set, .map:
        let isMap = type.code == .map
        let count = try count(
          "count", isMap ? "pair count" : "element count", "3.6", bytesEach: isMap ? 2 : 1)
        return try push(
          Open(
            kind: isMap ? .map : .sequence, stepCount: path.count, types: type.parts,
            count: isMap ? 2 * count : count))
      case .struct, .enum:
        return try openContent(ofEntry: entryNumber("3.7"), isUniform: false)
      case .weakReference:
        return try walkWeakReference()
      default:
        return try walkScalar(type.code)
      }
    }
  }

  private mutating func walkReference() throws {
    let (object, byteCount) = try peekNumber()
    try takeReference(byteCount, "ref", "ref", "5.3", to: object)
  }

  /// Reports the next bytes as a reference to an object, or to nil if the number is 0.
  mutating func takeReference(
    _ byteCount: Int, _ id: String, _ name: String, _ section: String, slot: String = "",
    to object: Int
  ) throws {
    try take(
      byteCount, id, name, section, slot + (object == 0 ? "nil" : "object \(object)"),
      target: object == 0 ? nil : object)
  }

  private mutating func walkWeakReference() throws {
    let (value, byteCount) = try peekVarint()
    guard let number = Int(exactly: value / 2) else { throw Unreadable("a number is too large") }
    guard value % 2 == 1 else {
      return try takeReference(byteCount, "weak", "weak", "5.4", to: number)
    }
    guard let object = objects.object(inSlot: number) else {
      return try take(
        byteCount, "weak", "weak", "5.4", "slot \(number), which there is not")
    }
    try takeReference(byteCount, "weak", "weak", "5.4", slot: "slot \(number): ", to: object)
  }

  private mutating func startList(of element: ArchiveTypeDescriptor) throws {
    let count = try count("count", "element count", "3.5")
    guard count > 0 else { return }
    let code = element.code
    if let layout = code.scalarLayout { return try walkPacked(count, code, layout) }
    var entry = 0
    if code == .struct || code == .enum {
      entry = try number("entry", "entry", "3.5") {
        $1 == 0 ? "0, mixed" : $0.sharedEntry($1)
      }
    }
    guard entry != 0 else {
      return try push(
        Open(kind: .sequence, stepCount: path.count, types: [element], count: count))
    }
    let numbers = try walkNestedEntries(below: entry)
    try push(Open(kind: .uniformList, stepCount: path.count, count: count, entry: entry))
    nested.append(NestedEntries(numbers: numbers))
  }

  /// Returns the meaning of an entry number that precedes a uniform list.
  private func sharedEntry(_ number: Int) -> String {
    "\(number), \(title(ofEntry: number)), of all elements"
  }

  /// Reports the entry numbers of nested structs before a uniform list.
  private mutating func walkNestedEntries(below number: Int) throws -> [Int] {
    guard let entry = classes.entry(number), entry.kind == .struct else { return [] }
    let stepCount = path.count
    var numbers: [Int] = []
    // The remaining keys of the enclosing entries, and the number of steps to each entry.
    var rest = [(keys: entry.nestedKeys[...], stepCount: stepCount)]
    while let last = rest.indices.last {
      guard let key = rest[last].keys.popFirst() else {
        rest.removeLast()
        continue
      }
      guard open.count + rest.count <= Self.depth else { throw Unreadable("values nest too deep") }
      path.cut(to: rest[last].stepCount)
      path.append(.nested(key))
      let number = try self.number("entry", "entry", "3.5") { $0.sharedEntry($1) }
      guard let entry = classes.entry(number), entry.kind == .struct else {
        throw Unreadable("entry \(number) is not that of a struct")
      }
      numbers.append(number)
      rest.append((entry.nestedKeys[...], path.count))
    }
    path.cut(to: stepCount)
    return numbers
  }
}
