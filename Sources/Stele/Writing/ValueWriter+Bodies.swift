extension ValueWriter {
  /// Writes the entry number of a struct, and begins its body.
  ///
  /// Spec §3.7.
  mutating func beginStructure(
    _ value: StructValue, _ type: TypePlan, depth: Int, omitsEntry: Bool
  ) throws(GraphError) {
    let plan = try inlinePlan(of: value.entry, type, .structure)
    if !omitsEntry { output.write(number: value.entry) }
    if plan.body.keys.isEmpty, value.values.isEmpty {
      output.write(byte: 0)
    } else {
      try beginBody(plan.body, value.values, depth: depth)
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
    _ plan: BodyPlan, _ values: [Value?], depth: Int
  ) throws(GraphError) {
    guard values.count == plan.keys.count else {
      throw fail(.valueCount(expected: plan.keys.count, found: values.count))
    }
    if plan.optionalCount > 0 {
      var byte: UInt8 = 0
      var bit: UInt8 = 1
      for index in values.indices where plan.keys[index].isOptional {
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
    guard !values.isEmpty else { return }
    frames.append(WritingFrame(.body(plan, values), depth: depth))
  }

  /// Writes the next values of a body, up to one that consists of others.
  mutating func continueBody(
    _ plan: BodyPlan, _ values: [Value?], depth: Int
  ) throws(GraphError) {
    let top = frames.count - 1
    var index = frames[top].index + 1
    while index < values.count {
      frames[top].index = index
      if let value = values[index] {
        try begin(value, plan.keys[index].type, depth: depth)
        guard frames.count == top + 1 else { return }
      } else if !plan.keys[index].isOptional {
        throw fail(.missingValue)
      }
      index += 1
    }
    frames.removeLast()
  }
}
