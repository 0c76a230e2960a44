extension ValueCheck {
  /// Examines a list of elements that contain no others.
  mutating func checkLeaves(
    _ form: TypeForm, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    let count = try input.readCount()
    guard count > 0 else { return }
    if form.action.countsAsNested {
      guard depth <= limits.valueNesting else {
        throw ArchiveError(.valueNesting, at: input.offset, keyPath: "[0]")
      }
    }
    var index = passLeaves(form, count, &input)
    do throws(ArchiveError) {
      while index < count {
        try checkLeaf(form, &input)
        index &+= 1
      }
    } catch {
      throw ArchiveError(error.rule, at: error.offset, keyPath: "[\(index)]")
    }
  }

  /// Moves over references and strings that are right, and says how many there were.
  private mutating func passLeaves(
    _ form: TypeForm, _ count: Int, _ input: inout ByteCursor
  ) -> Int {
    var position = input.position
    let passed: Int
    switch form.action {
    case .string:
      passed = input.view.passStrings(count, &position, before: input.endIndex)
    case .reference where usesPlans, .optionalReference where usesPlans:
      let (objects, entries) = (objectEntries, classes.entries)
      passed = passReferences(
        count, form.operand, isOptional: form.action == .optionalReference, &position,
        before: input.endIndex, objects.span, entries.span, input.view)
    default:
      return 0
    }
    input.move(toIndex: position)
    return passed
  }

  /// Examines a packed list: P5, V3, V4, V1.
  ///
  /// Spec §3.5.
  func checkPackedList(
    of code: TypeCode, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    let countOffset = input.offset
    let count = try input.readCount()
    guard count > 0, let layout = code.scalarLayout else { return }
    var width = layout.byteCount
    let widthOffset = input.offset
    if layout.hasPackedWidth {
      width = Int(try input.readByte())
      guard [1, 2, 4, 8, 16].contains(width), width <= layout.byteCount else {
        throw ArchiveError(.packedWidth, at: widthOffset)
      }
    }
    guard count <= input.remaining / width else {
      throw ArchiveError(.countTooLarge, at: countOffset)
    }
    switch layout {
    case .bool:
      try input.readFlags(count)
    case .signed where layout.hasPackedWidth && width > 1,
      .unsigned where layout.hasPackedWidth && width > 1:
      var isSigned = false
      if case .signed = layout { isSigned = true }
      guard try input.readPacked(count, width: width, isSigned: isSigned) else {
        throw ArchiveError(.widthNotNarrowest, at: widthOffset)
      }
    default:
      try input.skip(count * width)
    }
  }
}
