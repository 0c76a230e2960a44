internal import Stele

/// Receives the values of a valid archive, and writes their bytes for a class table with joined entries, with sorted sets and
/// maps, without making a value.
///
/// A root, an item of the metadata or a record is under construction:
///
///     numbers     of objects stand beside the bytes, and those of entries in lists until the list is complete
///     order       parts of a body, a set or a map are ranges of the bytes that were just written
///     types       a conversion is what stands before a value: 1, a descriptor, or nothing
///
/// Spec §9.7, §9.8.
final class Transcoder: ValueVisitor {
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

  // Safe, for all: no function calls one that could begin another access; a check would cost a tenth of a digest.
  @safe @exclusivity(unchecked) var plans: BodyPlans
  @safe @exclusivity(unchecked) private var budget: MemoryBudget
  /// The bytes of the item but for the references in it.
  @safe @exclusivity(unchecked) var output: [UInt8] = []
  @safe @exclusivity(unchecked) var references: [Reference] = []
  @safe @exclusivity(unchecked) var numbers: [ListNumber] = []
  /// The reason why the item has no canonical form, and the step to its key.
  @safe @exclusivity(unchecked)
  private var refusal: (reason: ArchiveWritingError.Reason, key: String)?
  @safe @exclusivity(unchecked) private var refused = (level: 0, key: 0)

  @safe @exclusivity(unchecked) var frame = Frame(kind: .value)
  @safe @exclusivity(unchecked) var frames: [Frame] = []
  @safe @exclusivity(unchecked) var parts: [Part] = []
  /// The depth of the current value.
  @safe @exclusivity(unchecked) var depth = 1
  /// The step of the content of the optional or `any` value that has just been opened, or -1.
  @safe @exclusivity(unchecked) private var pending = -1
  /// The place of the entry number of the current value.
  @safe @exclusivity(unchecked) var numberPlace = NumberPlace.value
  /// The entries on the chain of the last record, and the position of the current one.
  @safe @exclusivity(unchecked) var levels: [Int] = []
  @safe @exclusivity(unchecked) var level = 0
  @safe @exclusivity(unchecked) var isRecord = false
  // Those that are moved.
  @safe @exclusivity(unchecked) var movedOutput: [UInt8] = []
  @safe @exclusivity(unchecked) var movedReferences: [Reference] = []
  @safe @exclusivity(unchecked) var movedNumbers: [ListNumber] = []

  /// Makes a transcoder to a joined class table with some names.
  ///
  /// - Throws: Rule K13 if types nest too deep.
  init(
    _ context: ReadingContext, _ join: EntryJoin, names: [String], budget: MemoryBudget
  ) throws(ArchiveWritingError) {
    plans = try BodyPlans(context.schema, join, names: names)
    self.budget = budget
  }

  /// The joined class table, with the names that values use.
  var tables: ClassTableWriter { plans.tables }

  /// Writes a root, or an item of the metadata.
  ///
  /// - Throws: `ArchiveWritingError` with the reason why it cannot be written.
  func write(_ place: NamedValuePlace, _ visit: inout ArchiveVisit) throws {
    try writeItem(place.keyPath) {
      try visit.walkValue(of: place) { type, schema in
        write(place.name)
        write(schema.descriptor(type))
      }
    }
  }

  /// Writes a record, without its length.
  ///
  /// - Throws: `ArchiveWritingError` with the reason why it cannot be written.
  func write(_ frame: RecordFrame, number: Int, _ visit: inout ArchiveVisit) throws {
    try writeItem(object: number, path(ofRecord: frame.entry)) {
      try visit.walkRecord(frame, number: number)
    }
  }

  /// Writes an item, or throws its refusal.
  private func writeItem(
    object: Int? = nil, _ path: @autoclosure () -> String, _ walk: () throws -> Void
  ) throws {
    begin()
    let result = Result(catching: walk)
    if let (reason, key) = refusal {
      throw ArchiveWritingError(reason, object: object, keyPath: path() + key)
    }
    try result.get()
  }

  private func path(ofRecord entry: Int) -> String {
    KeyPathText.root(plans.source[entry].flatMap { plans.source.name($0.name) } ?? "")
  }

  private func begin() {
    output.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    frame = Frame(kind: .value)
    (pending, isRecord, refusal) = (-1, false, nil)
  }

  func write(_ name: String) {
    write(name.utf8.count)
    output += name.utf8
  }

  /// Remembers why the item has no canonical form, for the first of its keys in the new order.
  func refuse(_ reason: ArchiveWritingError.Reason) {
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

extension Transcoder {
  @inline(__always)
  func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
    let step = beginValue()
    if depth > Self.nestingLimit { refuse(.breaks(.canonicalJoin)) }
    if step > 0, case .widen(let isSigned) = plans.steps[step] {
      let byte = try bytes.readByte()
      let value = Int(Int8(bitPattern: byte))
      return write(isSigned ? value << 1 ^ value >> 63 : Int(byte))
    }
    bytes.copyRest(to: &output)
  }

  func none() {
    _ = beginValue()
    countNesting()
    output.append(0)
  }

  func absentKey() { _ = nextSlot() }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
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
        position: output.count, number: UInt32(truncatingIfNeeded: number),
        isWeak: type.operation == .weakReference))
  }

  func open(
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

  func close() {
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

extension Transcoder {
  private static let nestingLimit = ArchiveLimits().valueNesting

  /// Begins a value: writes what its conversion puts before it, and returns the step that is left.
  @inline(__always)
  private func beginValue() -> Int {
    var step = pending
    pending = -1
    numberPlace = .value
    if step < 0 { step = beginPart() }
    return step == 0 ? 0 : change(step)
  }

  /// Begins a part of the innermost container, and returns its first step.
  @inline(__always)
  private func beginPart() -> Int {
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
  private func nextSlot() -> BodyPlans.Slot {
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
  private func change(_ first: Int) -> Int {
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
  private func countNesting() {
    if depth > Self.nestingLimit { refuse(.breaks(.canonicalJoin)) }
    depth += 1
  }

  func pay(_ byteCount: Int) -> Bool {
    guard budget.pay(byteCount) else {
      refuse(.breaks(.memory))
      return false
    }
    return true
  }

  @inline(__always)
  func write(_ number: Int) { Self.write(number, to: &output) }

  @inline(__always)
  static func write(_ number: Int, to bytes: inout [UInt8]) {
    Varint.encode(UInt(bitPattern: number)) { bytes.append($0) }
  }
}
