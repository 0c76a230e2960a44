internal import Stele

/// The ways from the bodies of classes, structs and cases to those of a joined class table, each made when a value first
/// needs it.
///
/// Spec §9.7.
struct BodyPlans {
  /// A change of the bytes of a value; those of one value follow one another.
  enum Step {
    /// The rest stays as it is.
    case end
    /// The value becomes that of an optional.
    case wrap
    /// The next steps change the content of an optional.
    case content
    /// The value becomes one of type `any`.
    case type(ArchiveTypeDescriptor)
    /// A byte becomes a varint.
    case widen(isSigned: Bool)
  }

  /// The way of the values of a stored key.
  struct Slot {
    /// The index of the joined key.
    let key: Int32
    /// The index of the first step.
    let step: Int32
    /// The number of the presence bit, or -1.
    let bit: Int32
    /// Whether the entry numbers of the values stand before lists.
    let isNested: Bool
  }

  struct Plan {
    /// The joined entry, and the index of the joined case.
    let entry: Int
    let caseIndex: Int
    /// The slots of the keys, in their old order.
    let slots: Range<Int>
    /// Whether the new order is the old one.
    let isOrdered: Bool
    let isEmptyStructure: Bool
    /// The number of presence bytes of a value; in a class, those of a record.
    let presenceByteCount: Int
    /// The number of keys that other entries add to a value or record.
    let addedCount: Int
  }

  /// The joined class table, with the names that values use.
  private(set) var tables = ClassTableWriter()
  private(set) var steps = [Step.end]
  private(set) var slots: [Slot] = []
  /// For each plan, the positions of its slots in the new order.
  private(set) var orders: [Int] = []
  private(set) var plans: [Plan] = []
  let source: CompiledSchema
  /// The entries of the joined class table.
  let schema: CompiledSchema
  private let join: EntryJoin
  /// The plan of each body, or -1.
  private var planOfBody: [Int32]

  /// Makes the joined class table with some names.
  ///
  /// - Throws: Rule K13 if types nest too deep.
  init(
    _ source: CompiledSchema, _ join: EntryJoin, names: [String]
  ) throws(ArchiveWritingError) {
    self.source = source
    self.join = join
    planOfBody = Array(repeating: -1, count: source.bodies.count)
    for name in names { _ = tables.number(ofName: name) }
    do throws(ArchiveWritingError) {
      try tables.define(contentsOf: join.classes)
    } catch {
      // Only joining can make types nest too deep: an optional never and another type.
      guard error.reason == .breaks(.descriptorNesting) else { throw error }
      throw ArchiveWritingError(.breaks(.canonicalJoin), keyPath: error.keyPath)
    }
    schema = tables.schema
  }

  /// Returns the index of the plan of the own keys of an entry, or of one of its cases; nil if no value had the entry before.
  mutating func plan(of entry: Int, caseIndex: Int = 0) -> Int? {
    let body = Int(source.classes[entry - 1].firstBody) + caseIndex
    let known = Int(planOfBody[body])
    return known >= 0 ? known : makePlan(of: entry, caseIndex, body)
  }

  private mutating func makePlan(of entry: Int, _ oldCase: Int, _ oldBody: Int) -> Int? {
    guard let joined = join[entry] else { return nil }
    let (old, new) = (source.classes[entry - 1], schema.classes[joined.entry - 1])
    let (caseIndex, moved) = old.kind == .enum ? joined.cases[oldCase] : (0, joined.slots)
    let body = schema.bodies[Int(new.firstBody) + caseIndex]
    let first = slots.count
    for slot in moved {
      let index = body.keys.lowerBound + slot.position
      let key = schema.keys[index]
      slots.append(
        Slot(
          key: Int32(truncatingIfNeeded: index), step: addSteps(from: slot.from, to: slot.to),
          bit: key.isOptional ? new.inheritedOptionalCount + key.presenceBit : -1,
          isNested: key.isNestedInLists))
    }
    let order = (first..<slots.count).sorted { slots[$0].key < slots[$1].key }
    orders += order.map { $0 - first }
    plans.append(
      Plan(
        entry: joined.entry, caseIndex: caseIndex, slots: first..<slots.count,
        isOrdered: order.elementsEqual(first..<slots.count),
        isEmptyStructure: body.isEmptyStructure,
        presenceByteCount: (Int(new.inheritedOptionalCount + body.optionalCount) + 7) >> 3,
        addedCount: Int(new.inheritedKeyCount - old.inheritedKeyCount) + body.keys.count
          - moved.count))
    planOfBody[oldBody] = Int32(truncatingIfNeeded: plans.count - 1)
    return plans.count - 1
  }

  /// Adds the steps from values of a type to those of a type that it has been joined to, and returns the index of the first.
  private mutating func addSteps(
    from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor
  ) -> Int32 {
    guard from != to else { return 0 }
    let first = Int32(truncatingIfNeeded: steps.count)
    var (from, to) = (from, to)
    while true {
      switch (from, to) {
      case (.any, .any), (.reference, .optional(.reference)),
        (.optional(.reference), .optional(.reference)):
        steps.append(.end)
      case (.optional(let part), .optional(let newPart)):
        steps.append(.content)
        (from, to) = (part, newPart)
        continue
      case (_, .optional(let newPart)):
        steps.append(.wrap)
        to = newPart
        continue
      case (_, .any): steps += [.type(from), .end]
      case (.int8, _) where to != .int8, (.uint8, _) where to != .uint8:
        steps.append(.widen(isSigned: from == .int8))
      default: steps.append(.end)
      }
      return first
    }
  }

  /// Returns the bytes of a descriptor, whose names are defined if they are new.
  mutating func descriptor(
    _ type: ArchiveTypeDescriptor
  ) throws(ArchiveWritingError) -> [UInt8] {
    let index = try tables.index(of: type)
    return tables.schema.descriptorBytes(index)
  }
}
