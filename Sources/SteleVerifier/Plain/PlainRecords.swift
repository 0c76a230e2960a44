internal import Stele

/// Reads plain records that are right, and stops at others.
///
/// Whoever called has ``ValueWalk`` read the record at which it stopped: that one knows what is
/// wrong, or that nothing is. Spec §3, §5.2.
struct PlainRecords {
  let plans: PlainPlans
  let objectCount: Int
  let slots: WeakSlots
  /// Whether the records are read for the first time, so that the objects are yet to be noted.
  let isFirst: Bool
  /// The number of entries that values may be of.
  private var definedEntryCount = 0
  /// Whether the record that is read has been reached from the roots.
  private var isReached = false
  /// Its number.
  private var number = 0
  private var far = FarTargets()

  init(_ plans: PlainPlans, objectCount: Int, slots: WeakSlots, isFirst: Bool) {
    self.plans = plans
    self.isFirst = isFirst
    self.objectCount = objectCount
    self.slots = slots
  }

  /// Reads records from the one whose length stands at the cursor on.
  ///
  /// - Returns: The number of records that were read.
  mutating func read(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ numbers: Range<Int>, _ definedEntryCount: Int,
    _ reachedSet: inout Bitmap, _ followedSet: inout Bitmap, presuming presumes: Bool,
    _ objects: inout ObjectTable, _ askedClasses: inout AskedClasses
  ) -> Int {
    self.definedEntryCount = definedEntryCount
    let (allSteps, allPlans) = (plans.steps, plans.plans)
    let (steps, plans) = (allSteps.span, allPlans.span)
    // Spans of what many references write to: an array would be asked each time whether it is shared.
    var reached = reachedSet.words.mutableSpan
    var followed = followedSet.words.mutableSpan
    var asked = askedClasses.words.mutableSpan
    number = numbers.lowerBound
    defer { far.note(&reached, &asked) }
    do throws(Defect) {
      while number < numbers.upperBound {
        if number >= far.due { far.note(&reached, &asked) }
        var record = cursor
        let byteCount = try record.readCount(bytes)
        record.end = record.offset &+ byteCount
        let entry = try record.readNumber(bytes)
        guard entry > 0, entry <= definedEntryCount else { break }
        let plan = plans[entry &- 1]
        guard plan.isPlain else { break }
        let (word, bit) = Bitmap.place(of: number)
        let isKnown = reached[word] & bit != 0
        if presumes ? !isKnown && !plan.isLeaf : isKnown { followed[word] |= bit }
        isReached = isKnown || presumes
        guard try readBody(bytes, record, plan, steps, &reached, &asked) else { break }
        if isFirst { objects.append(entry: entry, recordOffset: cursor.offset) }
        cursor.offset = record.end
        number &+= 1
      }
    } catch {
      return number - numbers.lowerBound
    }
    return number - numbers.lowerBound
  }

  /// Says whether the body of a record is right and ends where the record does.
  @inline(__always)
  private mutating func readBody(
    _ bytes: Span<UInt8>, _ start: Cursor, _ plan: PlainPlans.Plan,
    _ steps: Span<PlainStep>, _ reached: inout MutableSpan<UInt64>,
    _ asked: inout MutableSpan<UInt64>
  ) throws(Defect) -> Bool {
    var cursor = start
    var presenceOffset = cursor.offset
    var presenceBit: UInt8 = 0
    if plan.optionalCount > 0 {
      let optionalCount = Int(plan.optionalCount)
      try cursor.skip((optionalCount &+ 7) &>> 3)
      let spare = UInt8(truncatingIfNeeded: optionalCount & 7)
      if spare != 0, bytes[cursor.offset &- 1] &>> spare != 0 { return false }
    }
    var next = Int(plan.first)
    while next < Int(plan.end) {
      // Not a copy: few parts of a step are needed at a time.
      let place = next
      var step: PlainStep { @inline(__always) get { steps[place] } }
      next &+= 1
      if step.isOptional {
        let isPresent = bytes[presenceOffset] &>> presenceBit & 1 == 1
        presenceBit = (presenceBit &+ 1) & 7
        if presenceBit == 0 { presenceOffset &+= 1 }
        if !isPresent {
          next = place &+ Int(step.stepCount)
          continue
        }
      }
      if step.isFlagged {
        let flag = try cursor.readByte(bytes)
        guard flag < 2 else { return false }
        if flag == 0 {
          next = place &+ Int(step.stepCount)
          continue
        }
      }
      switch step.kind {
      case .fixed:
        try cursor.skip(Int(step.width))
      case .bool:
        guard try cursor.readByte(bytes) < 2 else { return false }
      case .varint:
        _ = try cursor.readVarint(bytes, width: Int(step.width))
      case .string:
        _ = try cursor.readString(bytes)
      case .bytes:
        cursor.offset &+= try cursor.readCount(bytes)
      case .reference, .optionalReference:
        let target = try cursor.readNumber(bytes)
        guard target != 0 || step.kind == .optionalReference else { return false }
        guard meet(target, step.number, &reached, &asked) else { return false }
      case .weak:
        let value = try cursor.readNumber(bytes)
        var target = value &>> 1
        if value & 1 == 1 {
          guard let slotCount = slots.count, target < slotCount else { return false }
          target = slots.object(inSlot: target)
        }
        guard target <= objectCount else { return false }
        if target != 0 {
          let (word, bit) = Bitmap.place(of: target)
          asked[Int(step.number) &+ word] |= bit
        }
      case .structure:
        let entry = try cursor.readNumber(bytes)
        guard entry == Int(step.number), entry <= definedEntryCount else { return false }
      case .packedBools, .packedIntegers, .packedFixed:
        guard let end = try packedEnd(bytes, cursor, step) else { return false }
        cursor.offset = end
      case .strings:
        for _ in 0..<(try cursor.readCount(bytes)) { _ = try cursor.readString(bytes) }
      case .references, .optionalReferences:
        for _ in 0..<(try cursor.readCount(bytes)) {
          let target = try cursor.readNumber(bytes)
          guard target != 0 || step.kind == .optionalReferences else { return false }
          guard meet(target, step.number, &reached, &asked) else { return false }
        }
      }
    }
    return cursor.offset == cursor.end
  }

  /// Notes a strong reference, and says whether there is such an object.
  @inline(__always)
  private mutating func meet(
    _ target: Int, _ base: UInt32, _ reached: inout MutableSpan<UInt64>,
    _ asked: inout MutableSpan<UInt64>
  ) -> Bool {
    guard target <= objectCount else { return false }
    guard target != 0 else { return true }
    if isReached, FarTargets.isFar(target, from: number) {
      far.add(target, from: number, base, &reached, &asked)
      return true
    }
    let (word, bit) = Bitmap.place(of: target)
    asked[Int(base) &+ word] |= bit
    if isReached { reached[word] |= bit }
    return true
  }

  /// The end of a packed list, or nil when it is not right.
  ///
  /// Spec §3.5.
  @inline(never)
  private func packedEnd(
    _ bytes: Span<UInt8>, _ start: Cursor, _ step: PlainStep
  ) throws(Defect) -> Int? {
    var cursor = start
    let count = try cursor.readCount(bytes)
    guard count > 0 else { return cursor.offset }
    var width = step.kind == .packedBools ? 1 : Int(step.width)
    if step.kind == .packedIntegers {
      let byte = Int(try cursor.readByte(bytes))
      guard byte.nonzeroBitCount == 1, byte <= width else { return nil }
      width = byte
    }
    guard count <= cursor.remaining / width else { return nil }
    let elements = cursor.offset..<(cursor.offset &+ count &* width)
    let isRight =
      switch step.kind {
      case .packedBools: PackedBools.firstWrong(bytes, elements) == nil
      case .packedIntegers where width > 1:
        PackedIntegers.need(width, isSigned: step.isSigned, bytes, elements)
      default: true
      }
    return isRight ? elements.upperBound : nil
  }
}
