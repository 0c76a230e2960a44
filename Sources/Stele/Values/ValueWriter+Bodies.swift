extension ValueWriter {
  /// Writes the entry number of a struct, and begins its body.
  ///
  /// Spec §3.7.
  mutating func beginStructure(
    _ value: ArchiveStructValue, _ type: CompiledType, depth: Int, omitsEntry: Bool
  ) throws(ArchiveWritingError) {
    let entry = try entry(value.entry, of: type, .struct)
    if !omitsEntry { output.write(number: value.entry) }
    let body = tables.schema.bodies[Int(entry.firstBody)]
    if body.isEmptyStructure, value.values.isEmpty {
      output.write(byte: 0)
    } else {
      try beginBody(BodyKeys(body), value.values, depth: depth, isNested: omitsEntry)
    }
  }

  /// Writes the entry number and case of an enum, and begins its body.
  ///
  /// Spec §3.7.
  mutating func beginEnumeration(
    _ value: ArchiveEnumValue, _ type: CompiledType, depth: Int, omitsEntry: Bool
  ) throws(ArchiveWritingError) {
    let entry = try entry(value.entry, of: type, .enum)
    if !omitsEntry { output.write(number: value.entry) }
    guard 0..<Int(entry.caseCount) ~= value.caseIndex else { throw fail(.breaks(.caseIndex)) }
    let body = tables.schema.bodies[Int(entry.firstBody) + value.caseIndex]
    guard !body.isRetired else { throw fail(.breaks(.caseIndex)) }
    output.write(number: value.caseIndex)
    try beginBody(BodyKeys(body), value.values, depth: depth)
  }

  /// Returns the entry of a struct or enum, which must be of a kind and of the class of the type.
  private func entry(
    _ number: Int, of type: CompiledType, _ kind: ArchiveClassEntry.Kind
  ) throws(ArchiveWritingError) -> CompiledClass {
    guard let entry = tables.schema[number] else { throw fail(.breaks(.undefinedEntry)) }
    guard entry.kind == kind else { throw fail(.breaks(.valueKind)) }
    guard entry.name == type.operand else { throw fail(.breaks(.valueClass)) }
    return entry
  }

  /// Writes the presence bytes of a body.
  mutating func beginBody(
    _ keys: BodyKeys, _ values: [ArchiveValue?], depth: Int, isNested: Bool = false
  ) throws(ArchiveWritingError) {
    guard values.count == keys.count else {
      throw fail(.valueCount(expected: keys.count, found: values.count))
    }
    if keys.optionalCount > 0 {
      var byte: UInt8 = 0
      var bit: UInt8 = 1
      for index in values.indices where tables.schema.keys[keys[index]].isOptional {
        if bit == 0 {
          output.write(byte: byte)
          byte = 0
          bit = 1
        }
        if values[index] != nil { byte |= bit }
        bit &<<= 1
      }
      output.write(byte: byte)
    }
    try beginValues(keys, values, depth: depth, isNested: isNested)
  }

  /// Writes the values of a body up to the first that may contain others.
  ///
  /// Most bodies need no frame.
  private mutating func beginValues(
    _ keys: BodyKeys, _ values: [ArchiveValue?], depth: Int, isNested: Bool
  ) throws(ArchiveWritingError) {
    func frame(at index: Int) -> WritingFrame {
      WritingFrame(
        elements: .body(keys, values, isNested: isNested), depth: depth, index: index)
    }
    guard depth <= Self.nestingLimit else {
      if !values.isEmpty { frames.append(frame(at: -1)) }
      return
    }
    for index in values.indices {
      do throws(ArchiveWritingError) {
        if try writeSimple(values[index], tables.schema.keys[keys[index]], index) { continue }
      } catch {
        frames.append(frame(at: index))
        throw fail(error.reason)
      }
      frames.append(frame(at: index - 1))
      return
    }
  }

  /// Writes the value of a key, or returns `false` if it may contain others.
  private mutating func writeSimple(
    _ value: ArchiveValue?, _ key: CompiledKey, _ index: Int
  ) throws(ArchiveWritingError) -> Bool {
    guard let value else {
      guard key.isOptional else { throw fail(.missingValue) }
      return true
    }
    let type = key.type
    switch type.operation {
    case .reference, .optionalReference:
      if frames.isEmpty { recordKey = index }
      try writeReference(value, type)
    case .weakReference:
      if frames.isEmpty { recordKey = index }
      try writeWeakReference(value, type)
    default:
      guard type.code.rawValue < TypeCode.any.rawValue else { return false }
      try writeScalar(value, type.code)
    }
    return true
  }

  /// Writes the next values of a body, up to one that contains others.
  mutating func continueBody(
    _ keys: BodyKeys, _ values: [ArchiveValue?], depth: Int, isNested: Bool
  ) throws(ArchiveWritingError) {
    let top = frames.count - 1
    var index = frames[top].index + 1
    while index < values.count {
      frames[top].index = index
      if top == 0 { recordKey = index }
      let key = tables.schema.keys[keys[index]]
      if let value = values[index] {
        try begin(
          value, Int(key.typeIndex), depth: depth, omitsEntry: isNested && key.isNestedInLists)
        guard frames.count == top + 1 else { return }
      } else if !key.isOptional {
        throw fail(.missingValue)
      }
      index += 1
    }
    frames.removeLast()
  }
}
