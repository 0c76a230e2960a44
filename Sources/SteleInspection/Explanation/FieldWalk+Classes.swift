import Stele

/// The class tables of chapter 4, and the type descriptors of chapter 3.
extension FieldWalk {
  /// Reports the payload of a `CLAS` chunk.
  mutating func walkClasses(nameCount firstName: Int, entryCount firstEntry: Int) throws {
    let nameCount = try count("names", "name count", "4.1")
    let entryCount = try count("entries", "entry count", "4.1")
    if isCollecting {
      // Unreadable names and entries keep their numbers.
      defer { pad(names: firstName + nameCount, entries: firstEntry + entryCount) }
      try? walkNamesAndEntries(firstName, nameCount, firstEntry, entryCount)
    } else {
      try walkNamesAndEntries(firstName, nameCount, firstEntry, entryCount)
    }
  }

  private mutating func pad(names: Int, entries: Int) {
    while classes.names.count < names { classes.names.append("?") }
    while classes.entries.count < entries {
      classes.entries.append(.init(name: 0, version: 0, kind: nil, superclass: 0))
    }
  }

  private mutating func walkNamesAndEntries(
    _ firstName: Int, _ nameCount: Int, _ firstEntry: Int, _ entryCount: Int
  ) throws {
    for index in 0..<nameCount {
      let number = firstName + index + 1
      let name = try string("name[\(number)]", "name \(number)", "4.1")
      if isCollecting { classes.names.append(name) }
    }
    for index in 0..<entryCount {
      let number = firstEntry + index + 1
      path.append(.entry(number))
      try begin("entry \(number): \(title(ofEntry: number))", byteCount: nil)
      try walkEntry()
      endPart()
      path.removeLast()
    }
  }

  private mutating func walkEntry() throws {
    let name = try number("name", "class name", "4.2") { $0.nameText($1) }
    let version = try number("version", "class version", "4.2")
    let code = try peekByte()
    guard let kind = ArchiveClassEntry.Kind(rawValue: code) else {
      throw Unreadable("\(code) is no kind of entry")
    }
    try take(1, "kind", "kind", "4.2", NotationNames.word(kind))
    let superclass = try number("superclass", "superclass", "4.2") {
      $1 == 0 ? "none" : "entry \($1), \($0.title(ofEntry: $1))"
    }
    var entry = ExplainedClasses.Entry(
      name: name, version: version, kind: kind, superclass: superclass)
    if kind == .enum {
      let count = try count("count", "case count", "4.2")
      for index in 0..<count { entry.cases.append(try walkCase(index)) }
    } else {
      let count = try count("count", "key count", "4.2")
      entry.body = try walkKeys(count)
      entry.nestedKeys = entry.body.keys.filter { !$0.isOptional && $0.type.code == .struct }
        .map(\.name)
    }
    if isCollecting { classes.entries.append(entry) }
  }

  /// Returns the number and the name of a class.
  private func nameText(_ number: Int) -> String {
    "name \(number)" + (classes.name(number).map { ", \"\($0.shortened())\"" } ?? "")
  }

  /// Reports keys, and returns the stored ones if the walk collects them.
  private mutating func walkKeys(_ count: Int) throws -> ExplainedClasses.Body {
    var body = ExplainedClasses.Body()
    for index in 0..<count {
      path.append(.keyDefinition(index))
      let name = try string("name", "key name", "4.3")
      let type = try walkType("type")
      try number("since", "since", "4.3") { "version \($1)" }
      let flags = try peekByte()
      try take(
        1, "flags", "flags", "4.3", Self.flagText(flags, ["required", "optional", "retired"]))
      if isCollecting, flags != 2 {
        body.keys.append(.init(name: name, type: type, isOptional: flags == 1))
        if flags == 1 { body.optionalCount += 1 }
      }
      path.removeLast()
    }
    return body
  }

  private mutating func walkCase(_ index: Int) throws -> ExplainedClasses.Case {
    path.append(.caseDefinition(index))
    let name = try string("name", "case name", "4.4")
    try number("since", "since", "4.4") { "version \($1)" }
    let flags = try peekByte()
    try take(1, "flags", "flags", "4.4", Self.flagText(flags, ["not retired", "", "retired"]))
    let count = try count("keys", "key count", "4.4")
    let body = try walkKeys(count)
    path.removeLast()
    return ExplainedClasses.Case(name: name, body: body)
  }

  private static func flagText(_ flags: UInt8, _ texts: [String]) -> String {
    let index = Int(flags)
    return index < texts.count && !texts[index].isEmpty ? texts[index] : "unknown flags \(flags)"
  }

  /// The largest depth of a descriptor.
  ///
  /// Spec §3.1, rule L1.
  private static var descriptorDepth: Int { 64 }

  /// Reports a type descriptor, one field for each code and each name number, and returns the type without the names.
  mutating func walkType(_ id: String) throws -> ArchiveTypeDescriptor {
    var codes: [TypeCode] = []
    // The unread descriptors, next one last.
    var rest = [(id: id, depth: 1)]
    while let (id, depth) = rest.popLast() {
      guard depth <= Self.descriptorDepth else { throw Unreadable("descriptors nest too deep") }
      let byte = try peekByte()
      guard let code = TypeCode(rawValue: byte) else { throw Unreadable("\(byte) is no type code") }
      try take(1, id, "type", "3.1", NotationNames.word(code))
      if code.concernsGraph {
        try number("\(id).name", "type name", "3.1") {
          $1 == 0 ? "any object" : $0.nameText($1)
        }
      }
      codes.append(code)
      if code.partCount == 2 { rest.append((id + "\"", depth + 1)) }
      if code.partCount > 0 { rest.append((id + "'", depth + 1)) }
    }
    // The codes of parts follow that of their type, so the reverse order makes the parts first.
    var types: [ArchiveTypeDescriptor] = []
    for code in codes.reversed() {
      let first = code.partCount > 0 ? types.popLast() ?? .never : .never
      let second = code.partCount > 1 ? types.popLast() ?? .never : .never
      types.append(ArchiveTypeDescriptor(code, first: first, second: second))
    }
    return types.last ?? .never
  }
}
