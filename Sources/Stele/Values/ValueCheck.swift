/// Examines values without making any: all rules of chapter 3, and those of references.
///
/// It is the only place where these rules are enforced. Whoever makes values, makes them of bytes that have been examined
/// here.
///
/// Spec chapter 3, and §5.2 to §5.4.
package struct ValueCheck: Sendable {
  /// The class table, and behind its types those that `any` values and roots bring along.
  var classes: ClassForms
  /// How many objects the archive has.
  private(set) var objectCount: Int
  /// The entry of each object, object 1 first; none where they are not known.
  private(set) var objectEntries: [UInt32]
  /// The object in each weak slot, or 0.
  private(set) var weakSlots: [Int]
  /// Whether references are taken as they are, because their targets may be lost.
  let acceptsLostTargets: Bool
  let limits: Limits
  /// The names of keys, for those who read refusals.
  let layouts: [EntryLayout]
  /// How many types the class table has.
  private let ownTypeCount: Int
  /// What the class table defines before the values.
  package var definitions = Definitions()
  /// Whether the values stand in metadata.
  package var isMetadata = false

  /// The containers that are open, the outermost first, without the innermost one.
  var frames: [CheckFrame] = []
  /// What has been seen in sets and maps; those that are open come first.
  var seen: [ByteRangeSet] = []
  var openSetCount = 0
  /// The lists of structs and enums that are open, and the entry numbers of their elements.
  var lists: [ListEntries] = []
  var numbers: [Int] = []
  /// The entries on the chain of the record that was examined last, the topmost superclass first.
  var levels: [Int] = []
  private var optionalCount = 0
  var members = MembershipCache()
  /// What leads over plain records and elements.
  var plain = PlainPlans()
  /// The references of plain records to objects that are far away.
  var farReferences = FarReferences()
  /// Whether no value of a plain record can be too deep, and all references are examined.
  let usesPlans: Bool

  package init(_ context: ReadingContext) {
    classes = context.forms
    objectCount = context.objectCount
    objectEntries = context.objectEntries ?? []
    weakSlots = context.weakSlots
    acceptsLostTargets = context.acceptsLostTargets
    limits = context.limits
    layouts = context.layouts
    ownTypeCount = classes.types.count
    usesPlans = !context.acceptsLostTargets && context.limits.valueNesting >= PlainSteps.depth
  }

  /// Begins another archive that has the same class table.
  mutating func begin(_ context: ReadingContext) {
    objectCount = context.objectCount
    objectEntries = context.objectEntries ?? []
    weakSlots = context.weakSlots
  }

  /// Forgets the archive, of which only what follows from the class table is kept.
  mutating func forgetArchive() {
    objectEntries = []
    weakSlots = []
    classes.types.removeAll(from: ownTypeCount)
    // What the values of an archive have made large goes.
    frames = []
    seen = []
    lists = []
    numbers = []
    if plain.isInUse { plain = PlainPlans() }
    if !farReferences.isEmpty { farReferences = FarReferences() }
  }

  /// Examines the values of a record, up to the end of the structure that the cursor stands in: V11, P2, and all rules of
  /// values.
  ///
  /// - Parameters:
  ///   - entry: The entry of the record, a class.
  ///   - input: The record, behind its entry number.
  /// - Throws: The rule that is broken, with a key path that begins with a key.
  @inline(__always)
  mutating func checkRecord(
    ofEntry entry: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    if levels.last != entry { findLevels(of: entry) }
    var frame = CheckFrame(.record, depth: 1)
    frame.typeCount = ownTypeCount
    frame.presence = try Self.readPresence(optionalCount, &input)
    openLevel(0, in: &frame)
    try run(&frame, &input)
    try input.finish()
  }

  mutating func findLevels(of entry: Int) {
    levels.removeAll(keepingCapacity: true)
    optionalCount = 0
    var next = entry
    while let level = classes[next] {
      levels.append(next)
      optionalCount += classes.bodies[level.firstBody].optionalCount
      next = level.superclass
    }
    levels.reverse()
  }

  /// Makes a frame stand before the keys of a level of a record.
  @inline(__always)
  private func openLevel(_ level: Int, in frame: inout CheckFrame) {
    frame.position = level
    frame.entry = levels[level]
    frame.body = classes.entries[frame.entry &- 1].firstBody
    let keys = classes.bodies[frame.body].keys
    frame.next = keys.lowerBound
    frame.end = keys.upperBound
  }

  /// Reads the descriptor of a root or a metadata item: T1, T2, L1, V14.
  ///
  /// - Returns: Where its form stands, until the next one is read.
  mutating func readType(_ input: inout ByteCursor) throws(ArchiveError) -> Int {
    try readType(&input, behind: ownTypeCount)
  }

  /// Reads a descriptor, and forgets those that nothing needs any more.
  mutating func readType(
    _ input: inout ByteCursor, behind typeCount: Int
  ) throws(ArchiveError) -> Int {
    classes.types.removeAll(from: typeCount)
    return try classes.types.read(
      &input, nameCount: definitions.nameCount, limits: limits, isMetadata: isMetadata)
  }

  /// Examines a value of a type.
  ///
  /// - Throws: The rule that is broken, with a key path that leads from this value to the wrong one.
  mutating func checkValue(_ type: Int, _ input: inout ByteCursor) throws(ArchiveError) {
    let form = classes.types[type]
    if form.action.isLeaf { return try checkLeaf(form, &input) }
    var frame = CheckFrame(.whole, depth: 1)
    frame.type = type
    frame.end = 1
    frame.typeCount = classes.types.count
    try run(&frame, &input)
  }

  /// Examines the parts of a container, and all that they contain.
  private mutating func run(
    _ frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    do throws(ArchiveError) {
      while true {
        let hasOpened =
          switch frame.kind {
          case .record, .body, .elements: try checkKeys(in: &frame, &input)
          case .cases: try checkCases(in: &frame, &input)
          case .whole, .list, .mixedList: try checkElements(in: &frame, &input)
          case .set, .map: try checkDistinct(in: &frame, &input)
          }
        if hasOpened { continue }
        guard let outer = frames.popLast() else { return }
        frame = outer
      }
    } catch {
      throw located(error, in: frame)
    }
  }

  /// Completes a refusal by the key path that leads to it, and forgets what was open.
  @inline(never)
  private mutating func located(_ error: ArchiveError, in frame: CheckFrame) -> ArchiveError {
    frames.append(frame)
    let path = pathOfFrames() + (error.keyPath ?? "")
    frames.removeAll(keepingCapacity: true)
    lists.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    openSetCount = 0
    return ArchiveError(error.rule, at: error.offset, keyPath: path)
  }

  /// Examines values of keys up to one that is a container, which takes the place of the frame; says with false that there
  /// are no more.
  @inline(__always)
  private mutating func checkKeys(
    in frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    while true {
      while frame.next < frame.end {
        let key = classes.keys[frame.next]
        frame.next &+= 1
        if key.isOptional {
          let bit = frame.bit
          frame.bit = bit &+ 1
          guard try input.byte(at: frame.presence &+ bit &>> 3) &>> UInt8(bit & 7) & 1 == 1
          else { continue }
        } else if frame.list >= 0, key.isNestedInLists {
          if try openNested(key.form, in: &frame, &input) { return true }
          continue
        }
        if try checkPart(key.form, of: &frame, &input) { return true }
      }
      guard frame.kind != .body, try openNextBody(of: &frame, &input) else { return false }
    }
  }

  /// Goes to the body of the next level of a record, or of the next element of a uniform list.
  private mutating func openNextBody(
    of frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    if frame.kind == .record {
      guard frame.position + 1 < levels.count else { return false }
      openLevel(frame.position + 1, in: &frame)
      return true
    }
    guard frame.position + 1 < frame.count else {
      if frame.list >= 0 { closeList() }
      return false
    }
    frame.position += 1
    try openElement(in: &frame, &input)
    return true
  }

  /// Opens the next enum of a uniform list.
  private mutating func checkCases(
    in frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    guard frame.next < frame.end else { return false }
    frame.next += 1
    var element = try openCase(ofEntry: frame.entry, depth: frame.depth, &input)
    element.typeCount = frame.typeCount
    frames.append(frame)
    frame = element
    return true
  }

  /// Examines elements of a list: V5 behind the last one of a mixed list.
  private mutating func checkElements(
    in frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    let form = classes.types[frame.type]
    while frame.next < frame.end {
      frame.next += 1
      if try checkPart(form, of: &frame, &input) { return true }
    }
    if frame.kind == .mixedList {
      guard lists[frame.list].isMixed else {
        throw ArchiveError(.listNotMixed, at: frame.partOffset)
      }
      closeList()
    }
    return false
  }

  /// Examines elements of a set, or keys and values of a map: V6, V7.
  private mutating func checkDistinct(
    in frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    let isSet = frame.kind == .set
    while true {
      if isSet ? frame.next > 0 : frame.next & 1 == 1 {
        let start = frame.partOffset - input.origin
        guard seen[frame.set].insert(start..<input.position, of: input) else {
          throw ArchiveError(isSet ? .duplicateElement : .duplicateKey, at: frame.partOffset)
        }
      }
      guard frame.next < frame.end else {
        openSetCount -= 1
        return false
      }
      let isValue = !isSet && frame.next & 1 == 1
      if !isValue { frame.partOffset = input.offset }
      frame.next += 1
      let form = classes.types[isValue ? frame.second : frame.type]
      if try checkPart(form, of: &frame, &input) { return true }
    }
  }

  /// Examines a value; says whether it is a container, which then has taken the place of the frame.
  @inline(__always)
  private mutating func checkPart(
    _ form: TypeForm, of frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    guard form.action.isLeaf else { return try checkContainer(form, of: &frame, &input) }
    if frame.depth > limits.valueNesting, form.action.countsAsNested {
      throw ArchiveError(.valueNesting, at: input.offset)
    }
    try checkLeaf(form, &input)
    return false
  }
}
