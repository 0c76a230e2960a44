internal import Stele

/// A root, an item of the metadata or a record under construction.
///
///     numbers     of objects stand beside the bytes, and those of entries in lists until the list is complete
///     order       parts of a body, a set or a map are ranges of the bytes that were just written
///     types       a conversion is what stands before a value: 1, a descriptor, or nothing
struct TranscodedItem {
  /// A reference, whose number is not among the bytes.
  struct Reference {
    /// The index of the byte after it.
    var position: Int
    let number: UInt32
    let isWeak: Bool
  }

  /// The place of an entry number.
  enum NumberPlace {
    /// Among the bytes of its value.
    case value
    /// Before a list or among the bytes, once the list is complete: that of an element, or of a struct nested in one.
    case element, nested
  }

  /// An entry number that is not among the bytes yet.
  struct ListNumber {
    /// The index of the byte after it, and the number of references before it.
    var position: Int
    var reference: Int
    let value: Int
    let isElement: Bool
  }

  /// A value that may move, or a pair of a map.
  struct Part {
    /// The indices of the first byte, reference and number.
    let start: Int
    let reference: Int
    let number: Int
    /// The index after the element of a set or the key of a map.
    var keyEnd = 0
  }

  struct Frame {
    enum Kind: UInt8 { case value, body, list, set, map }

    let kind: Kind
    /// The beginning of the parts, and the index of the first.
    var start = Part(start: 0, reference: 0, number: 0)
    var firstPart = 0
    /// The depth of the parts.
    var depth = 1
    /// The next slot of a body and the end of its slots, or the next part of a set or map.
    var next = 0
    var end = 0
    var isOrdered = true
    /// Whether it is an element of a list of structs, or nested in one.
    var isInList = false
  }

  var plans: BodyPlans
  private var budget: MemoryBudget
  var output: [UInt8] = []
  var references: [Reference] = []
  var numbers: [ListNumber] = []
  /// The reason why the item has no canonical form, and the step to its key.
  private(set) var refusal: (reason: ArchiveWritingError.Reason, key: String)?
  private var refused = (level: 0, key: 0)

  var frame = Frame(kind: .value)
  var frames: [Frame] = []
  var parts: [Part] = []
  /// The depth of the current value.
  var depth = 1
  /// The step of the content of the optional or `any` value that has just been opened, or -1.
  private var pending = -1
  /// The place of the entry number of the current value.
  var numberPlace = NumberPlace.value
  /// The entries on the chain of the last record, and the position of the current one.
  var levels: [Int] = []
  var level = 0
  var isRecord = false
  // Those that are moved.
  var movedOutput: [UInt8] = []
  var movedReferences: [Reference] = []
  var movedNumbers: [ListNumber] = []

  init(_ plans: BodyPlans, budget: MemoryBudget) {
    self.plans = plans
    self.budget = budget
  }

  mutating func begin() {
    output.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    frame = Frame(kind: .value)
    (pending, isRecord, refusal) = (-1, false, nil)
  }

  mutating func write(_ name: String) {
    write(name.utf8.count)
    output += name.utf8
  }

  /// Remembers why the item has no canonical form, for the first of its keys in the new order.
  mutating func refuse(_ reason: ArchiveWritingError.Reason) {
    var (place, step) = ((level: -1, key: -1), "")
    if isRecord {
      let key = plans.slots[(frames.count > 1 ? frames[1] : frame).next - 1].key
      place = (level, Int(key))
      step = KeyPathText.key(plans.schema.keyNames[Int(key)])
    }
    guard refusal == nil || place < refused else { return }
    (refusal, refused) = ((reason, step), place)
  }
}

// The events

extension TranscodedItem {
  @inline(__always)
  mutating func leaf(_ bytes: inout ByteCursor) throws(ArchiveError) {
    let step = beginValue()
    if depth > Self.nestingLimit { refuse(.breaks(.canonicalJoin)) }
    if step > 0, case .widen(let isSigned) = plans.steps[step] {
      let byte = try bytes.readByte()
      let value = Int(Int8(bitPattern: byte))
      return write(isSigned ? value << 1 ^ value >> 63 : Int(byte))
    }
    bytes.copyRest(to: &output)
  }

  mutating func none() {
    _ = beginValue()
    countNesting()
    output.append(0)
  }

  mutating func absentKey() { _ = nextSlot() }

  mutating func reference(_ number: Int, isWeak: Bool) {
    var step = beginValue()
    while step > 0, case .content = plans.steps[step] {
      countNesting()
      guard number > 0 else { break }
      output.append(1)
      step = change(step + 1)
    }
    guard number > 0 else { return output.append(0) }
    references.append(
      Reference(
        position: output.count, number: UInt32(truncatingIfNeeded: number), isWeak: isWeak))
  }

  mutating func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    if case .record(let entry) = container { return try openRecord(entry, at: offset) }
    let step = beginValue()
    countNesting()
    switch container {
    case .record: break
    case .struct(let entry): try openBody(of: entry, at: offset)
    case .enum(let entry, let caseIndex): try openBody(of: entry, caseIndex, at: offset)
    case .list: open(.list, count)
    case .set: open(.set, count)
    case .map: open(.map, count)
    case .some:
      output.append(1)
      pending = 0
      if step > 0, case .content = plans.steps[step] { pending = step + 1 }
    case .any(let type, _):
      write(schema.descriptor(type))
      pending = 0
    }
  }

  mutating func close() {
    switch frame.kind {
    case .value: return
    case .body: endLevel()
    case .list: if numbers.count > frame.start.number { placeNumbers() }
    case .set, .map:
      if frame.kind == .set { endKey() }
      sort()
    }
    if parts.count > frame.firstPart { parts.removeSubrange(frame.firstPart...) }
    frame = frames.removeLast()
  }
}

// Beginning and nesting

extension TranscodedItem {
  private static let nestingLimit = ArchiveLimits().valueNesting

  /// Begins a value: writes what its conversion puts before it, and returns the step that is left.
  @inline(__always)
  private mutating func beginValue() -> Int {
    var step = pending
    pending = -1
    numberPlace = .value
    if step < 0 { step = beginPart() }
    return step == 0 ? 0 : change(step)
  }

  /// Begins a part of the innermost container, and returns its first step.
  @inline(__always)
  private mutating func beginPart() -> Int {
    depth = frame.depth
    switch frame.kind {
    case .value: break
    case .list: numberPlace = .element
    case .body:
      let slot = nextSlot()
      if slot.bit >= 0 {
        output[frame.start.start + Int(slot.bit) >> 3] |=
          1 << UInt8(truncatingIfNeeded: slot.bit & 7)
      }
      if slot.isNested, frame.isInList { numberPlace = .nested }
      return Int(slot.step)
    case .set, .map:
      if frame.kind == .set || frame.next & 1 == 1 { endKey() }
      if frame.kind == .set || frame.next & 1 == 0 { parts.append(end) }
      frame.next += 1
    }
    return 0
  }

  /// Moves to the next key of a body.
  @inline(__always)
  private mutating func nextSlot() -> BodyPlans.Slot {
    while frame.next == frame.end {
      endLevel()
      level += 1
      openLevel()
    }
    if !frame.isOrdered { parts.append(end) }
    frame.next += 1
    return plans.slots[frame.next - 1]
  }

  /// The end of everything so far.
  @inline(__always)
  var end: Part {
    Part(start: output.count, reference: references.count, number: numbers.count)
  }

  /// Takes steps up to one that depends on the value, and returns that.
  private mutating func change(_ first: Int) -> Int {
    var step = first
    while true {
      switch plans.steps[step] {
      case .end, .content, .widen: return step
      case .wrap: output.append(1)
      case .type(let type): write(type)
      }
      countNesting()
      step += 1
    }
  }

  /// Refuses the current value if it nests too deep (K13), and moves to the depth of its parts.
  @inline(__always)
  private mutating func countNesting() {
    if depth > Self.nestingLimit { refuse(.breaks(.canonicalJoin)) }
    depth += 1
  }

  mutating func pay(_ byteCount: Int) -> Bool {
    guard budget.pay(byteCount) else {
      refuse(.breaks(.memory))
      return false
    }
    return true
  }

  @inline(__always)
  mutating func write(_ number: Int) { Self.write(number, to: &output) }

  @inline(__always)
  static func write(_ number: Int, to bytes: inout [UInt8]) {
    Varint.encode(UInt(bitPattern: number)) { bytes.append($0) }
  }
}
