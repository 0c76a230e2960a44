extension ValueWriter {
  /// Writes the entry number of a struct, and begins its body.
  ///
  /// Spec §3.7.
  mutating func beginStructure(
    _ value: StructValue, _ type: TypePlan, depth: Int, omitsEntry: Bool
  ) throws(GraphError) {
    let plan = try inlinePlan(of: value.entry, type, .structure)
    if !omitsEntry { output.write(number: value.entry) }
    if plan.body.types.isEmpty, value.values.isEmpty {
      output.write(byte: 0)
    } else {
      try beginBody(plan.body, value.values, depth: depth, isNested: omitsEntry)
    }
  }

  /// Writes the entry number and case of an enum, and begins its body.
  ///
  /// Spec §3.7.
  mutating func beginEnumeration(
    _ value: EnumValue, _ type: TypePlan, depth: Int, omitsEntry: Bool
  ) throws(GraphError) {
    let plan = try inlinePlan(of: value.entry, type, .enumeration)
    if !omitsEntry { output.write(number: value.entry) }
    guard plan.cases.indices.contains(value.caseIndex), !plan.cases[value.caseIndex].isRetired
    else { throw fail(.breaks(.caseIndex)) }
    output.write(number: value.caseIndex)
    try beginBody(plan.cases[value.caseIndex].body, value.values, depth: depth)
  }

  private mutating func inlinePlan(
    of entry: Int, _ type: TypePlan, _ kind: ClassEntry.Kind
  ) throws(GraphError) -> EntryPlan {
    guard let plan = try tables.plan(of: entry) else { throw fail(.breaks(.undefinedEntry)) }
    guard plan.kind == kind else { throw fail(.breaks(.valueKind)) }
    guard plan.name == type.name else { throw fail(.breaks(.valueClass)) }
    return plan
  }

  /// Writes the presence bytes of a body.
  mutating func beginBody(
    _ plan: BodyPlan, _ values: [Value?], depth: Int, isNested: Bool = false
  ) throws(GraphError) {
    guard values.count == plan.types.count else {
      throw fail(.valueCount(expected: plan.types.count, found: values.count))
    }
    if plan.optionalCount > 0 {
      var byte: UInt8 = 0
      var bit: UInt8 = 1
      for index in values.indices where plan.isOptional[index] {
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
    try beginValues(plan, values, depth: depth, isNested: isNested)
  }

  /// Writes the values of a body up to the first that may consist of others.
  ///
  /// Most bodies need no frame at all.
  private mutating func beginValues(
    _ plan: BodyPlan, _ values: [Value?], depth: Int, isNested: Bool
  ) throws(GraphError) {
    guard depth <= Self.nestingLimit else {
      if !values.isEmpty {
        frames.append(WritingFrame(.body(plan, values, isNested: isNested), depth: depth))
      }
      return
    }
    for index in values.indices {
      do throws(GraphError) {
        if try writeSimple(values[index], plan, index) { continue }
      } catch {
        frames.append(WritingFrame(.body(plan, values, isNested: isNested), depth: depth))
        frames[frames.count - 1].index = index
        throw fail(error.reason)
      }
      frames.append(WritingFrame(.body(plan, values, isNested: isNested), depth: depth))
      frames[frames.count - 1].index = index - 1
      return
    }
  }

  /// Writes the value of a key when it cannot consist of others, and returns `false` if it may.
  private mutating func writeSimple(
    _ value: Value?, _ plan: BodyPlan, _ index: Int
  ) throws(GraphError) -> Bool {
    guard let value else {
      guard plan.isOptional[index] else { throw fail(.missingValue) }
      return true
    }
    let type = plan.types[index]
    switch type.code {
    case .any, .list, .set, .map, .struct, .enum:
      return false
    case .optional where !type.isReference:
      return false
    case .optional:
      if frames.isEmpty { recordKey = index }
      try writeReference(value, type.first ?? type, isOptional: true)
    case .ref:
      if frames.isEmpty { recordKey = index }
      try writeReference(value, type, isOptional: false)
    case .weak:
      if frames.isEmpty { recordKey = index }
      try writeWeakReference(value, type)
    default:
      try writeScalar(value, type)
    }
    return true
  }

  /// Writes the next values of a body, up to one that consists of others.
  mutating func continueBody(
    _ plan: BodyPlan, _ values: [Value?], depth: Int, isNested: Bool
  ) throws(GraphError) {
    let top = frames.count - 1
    var index = frames[top].index + 1
    while index < values.count {
      frames[top].index = index
      if top == 0 { recordKey = index }
      if let value = values[index] {
        try begin(
          value, plan.types[index], depth: depth, omitsEntry: isNested && plan.isNested(index))
        guard frames.count == top + 1 else { return }
      } else if !plan.isOptional[index] {
        throw fail(.missingValue)
      }
      index += 1
    }
    frames.removeLast()
  }
}
