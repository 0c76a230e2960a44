extension ValueCheck {
  /// A block or list of fewer records or elements is examined key by key, without plans.
  static let smallestPlannedCount = 8

  /// Finds out whether the records of an entry are plain.
  mutating func planRecords(of entry: Int) {
    guard usesPlans else { return }
    if levels.last != entry { findLevels(of: entry) }
    plain.makePlan(forRecordsOf: entry, levels, classes)
  }

  /// Moves over records of which plans say that they are plain, and that are right.
  ///
  /// It stops before one that is not, or that only a closer look can tell about.
  ///
  /// - Parameters:
  ///   - numbers: The objects of the records.
  ///   - input: The block, before the length of the first record.
  /// - Returns: The number of records that have been examined.
  mutating func passRecords(of numbers: Range<Int>, _ input: inout ByteCursor) -> Int {
    guard !plain.plans.isEmpty else { return 0 }
    let (allSteps, allPlans) = (plain.records.steps, plain.plans)
    let (allEntries, allForms) = (objectEntries, classes.entries)
    let (steps, plans) = (allSteps.span, allPlans.span)
    let (view, end) = (input.view, input.endIndex)
    var position = input.position
    var number = numbers.lowerBound
    while number < numbers.upperBound, let frame = view.usualRecordFrame(at: position, before: end)
    {
      guard frame.entry <= definitions.entryCount, frame.entry <= plans.count else { break }
      let plan = plans[frame.entry &- 1]
      guard plan.isPlain else { break }
      var next = frame.content
      farReferences.object = number
      guard
        pass(
          steps, plan.steps, plan.optionalCount, &next, before: frame.end, allEntries.span,
          allForms.span, view, &input), next == frame.end
      else { break }
      position = next
      number &+= 1
    }
    farReferences.object = 0
    input.move(toIndex: position)
    return number &- numbers.lowerBound
  }

  /// Moves over elements of a uniform list of structs that are plain and right.
  ///
  /// - Parameters:
  ///   - frame: The list.
  ///   - input: The elements.
  /// - Returns: The number of elements that have been examined.
  mutating func passElements(of frame: CheckFrame, _ input: inout ByteCursor) -> Int {
    guard usesPlans, frame.count >= Self.smallestPlannedCount,
      frame.depth + PlainSteps.depth <= limits.valueNesting
    else { return 0 }
    let listed = frame.list < 0 ? [] : numbers[(lists[frame.list].first + 1)...]
    guard
      let optionalCount = plain.makePlan(forElementsOf: frame.entry, listed, classes)
    else { return 0 }
    let allSteps = plain.elements.steps
    let (allEntries, allForms) = (objectEntries, classes.entries)
    let steps = allSteps.span
    let (view, end) = (input.view, input.endIndex)
    var position = input.position
    var passed = 0
    while passed < frame.count {
      var next = position
      guard
        pass(
          steps, steps.indices, optionalCount, &next, before: end, allEntries.span, allForms.span,
          view, &input)
      else { break }
      position = next
      passed &+= 1
    }
    input.move(toIndex: position)
    return passed
  }

  /// Moves over the values of some steps, or tells with false that a closer look is needed.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - range: Which of them to take.
  ///   - optionalCount: The number of presence bits in front of the values.
  ///   - position: The index of the first byte, which moves to the end of the values.
  ///   - end: Where the enclosing structure ends; values that go beyond it are not right.
  ///   - objects: The entry of each object.
  ///   - entries: The class table.
  ///   - view: The bytes.
  ///   - input: A cursor over them for closer looks. Its position is of no account, and changes.
  /// - Returns: Whether all values are right.
  @inline(__always)
  private mutating func pass(
    _ steps: Span<PlainStep>, _ range: Range<Int>, _ optionalCount: Int, _ position: inout Int,
    before end: Int, _ objects: Span<UInt32>, _ entries: Span<ClassForms.Entry>,
    _ view: ByteView, _ input: inout ByteCursor
  ) -> Bool {
    let presence = position
    var bit = 0
    if optionalCount > 0 {
      position &+= (optionalCount &+ 7) &>> 3
      guard position <= end else { return false }
      let used = UInt8(truncatingIfNeeded: optionalCount & 7)
      guard used == 0 || view.load(position &- 1) &>> used == 0 else { return false }
    }
    var next = range.lowerBound
    while next < range.upperBound {
      let step = steps[next]
      if step.mayBeAbsent {
        if step.isOptional {
          let isPresent =
            view.load(presence &+ bit &>> 3) &>> UInt8(truncatingIfNeeded: bit & 7) & 1 == 1
          bit &+= 1
          if !isPresent {
            next &+= Int(step.stepCount)
            continue
          }
        }
        if step.isFlagged {
          guard position < end else { return false }
          let flag = view.load(position)
          position &+= 1
          guard flag == 1 else {
            guard flag == 0 else { return false }
            next &+= Int(step.stepCount)
            continue
          }
        }
      }
      next &+= 1
      switch step.kind {
      case .fixed:
        guard step.operand <= end &- position else { return false }
        position &+= step.operand
      case .flag:
        guard position < end, view.load(position) <= 1 else { return false }
        position &+= 1
      case .varint:
        var behind = position
        let value = view.readUsualNumber(&behind)
        if value >= 0, step.operand >= 64 || value &>> step.operand == 0 {
          position = behind
        } else {
          position = passVarint(step.operand, position, &input)
          guard position >= 0 else { return false }
        }
        guard position <= end else { return false }
      case .string:
        guard view.passString(&position, before: end) else { return false }
      case .bytes:
        let byteCount = view.readUsualNumber(&position)
        guard byteCount >= 0, byteCount <= end &- position else { return false }
        position &+= byteCount
      case .reference, .optionalReference:
        let number = view.readUsualNumber(&position)
        guard position <= end, number > 0 || (number == 0 && step.kind == .optionalReference),
          isTarget(number, step.operand, objects, entries)
        else { return false }
        farReferences.note(number)
      case .weakReference:
        let value = view.readUsualNumber(&position)
        guard position <= end, value >= 0 else { return false }
        var number = value &>> 1
        if value & 1 == 1 {
          guard number < weakSlots.count else { return false }
          number = weakSlots[number]
        }
        guard isTarget(number, step.operand, objects, entries) else { return false }
      case .structure:
        guard view.readUsualNumber(&position) == step.operand, position <= end,
          step.operand <= definitions.entryCount
        else { return false }
      case .packedList:
        position = passPackedList(of: step.code, position, &input)
        guard position >= 0, position <= end else { return false }
      case .strings:
        let count = view.readUsualNumber(&position)
        guard count >= 0, count <= end &- position,
          view.passStrings(count, &position, before: end) == count
        else { return false }
      case .references, .optionalReferences:
        let count = view.readUsualNumber(&position)
        guard count >= 0, count <= end &- position,
          passReferences(
            count, step.operand, isOptional: step.kind == .optionalReferences, &position,
            before: end, objects, entries, view) == count
        else { return false }
      }
    }
    return true
  }

  /// Moves over references, and says how many were right and ended at `end` or before.
  @inline(__always)
  mutating func passReferences(
    _ count: Int, _ name: Int, isOptional: Bool, _ position: inout Int, before end: Int,
    _ objects: Span<UInt32>, _ entries: Span<ClassForms.Entry>, _ view: ByteView
  ) -> Int {
    var passed = 0
    while passed < count {
      var next = position
      let number = view.readUsualNumber(&next)
      guard next <= end, number > 0 || (number == 0 && isOptional),
        isTarget(number, name, objects, entries)
      else { return passed }
      position = next
      passed &+= 1
    }
    return passed
  }

  /// Whether a reference may lead to an object, or to none.
  @inline(__always)
  private mutating func isTarget(
    _ number: Int, _ name: Int, _ objects: Span<UInt32>, _ entries: Span<ClassForms.Entry>
  ) -> Bool {
    guard number <= objectCount else { return false }
    guard name > 0, number > 0, number <= objects.count else { return true }
    let entry = Int(objects[number &- 1])
    guard entry > 0, entry <= entries.count else { return false }
    return entries[entry &- 1].name == name || members.entry(entry, isA: name, in: classes)
  }

  /// Moves over an integer that is not usual, and gives the index behind it, or -1 when it is not right.
  @inline(never)
  private func passVarint(_ width: Int, _ position: Int, _ input: inout ByteCursor) -> Int {
    input.move(toIndex: position)
    do throws(ArchiveError) {
      _ = try input.readShortVarint(width: width)
    } catch {
      return -1
    }
    return input.position
  }

  /// Moves over a packed list, and gives the index behind it, or -1 when it is not right.
  @inline(never)
  private func passPackedList(
    of code: TypeCode, _ position: Int, _ input: inout ByteCursor
  ) -> Int {
    input.move(toIndex: position)
    do throws(ArchiveError) {
      try checkPackedList(of: code, &input)
    } catch {
      return -1
    }
    return input.position
  }
}
