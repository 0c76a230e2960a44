package import Stele

/// Copies records to an archive that has the same class entries, but other numbers of objects.
///
/// Bytes without references are copied; no value is made. Records whose values depend on more than the numbers are left
/// to the caller: those that may contain `any` values, sets or maps, whose references are lost, or whose references are
/// neither values nor elements of lists.
///
/// Spec §5.2 to §5.4.
package struct RecordCopier {
  /// Returns the new number of an object, or nil if the object is lost or not of the class.
  ///
  /// The class name is a copy of that in the entries, and nil for any class.
  package typealias NewNumber = (_ number: Int, _ className: String?) -> Int?

  /// The stored keys of an entry, or nil if its records are not copied.
  private typealias Plan = [Key]?

  private struct Key {
    enum Change {
      case unchanged
      case reference
      case references
    }

    let change: Change
    let isOptional: Bool
    let isWeak: Bool
    /// The class of the targets; nil for any class.
    let className: String?
  }

  private let schema: CompiledSchema
  private let keys = RecordKeys()
  private var visits: ArchiveVisit
  private var plans = EntryCache<Plan>()
  private var last: (entry: Int, plan: Plan)?
  /// Whether values of structs and enums have to be made, by the number of the name.
  private let isMade: [Bool]
  private var output = ByteWriter()

  /// Makes a copier of the records of an archive.
  package init(_ context: ReadingContext) {
    schema = context.schema
    isMade = Self.madeNames(schema)
    visits = ArchiveVisit(context, keys)
  }

  /// Returns whether a valid record can be copied.
  package mutating func canCopy(
    _ frame: RecordFrame, _ definitions: Definitions, number: Int, _ newNumber: NewNumber
  ) -> Bool {
    guard let plan = plan(of: frame.entry) else { return false }
    guard plan.contains(where: { $0.change != .unchanged }) else { return true }
    guard walk(frame, definitions, number) else { return false }
    for (index, key) in plan.enumerated() where key.change != .unchanged {
      for target in keys.targets(ofKey: index) where target > 0 {
        if newNumber(target, key.className) == nil { return false }
      }
    }
    return true
  }

  /// Returns the copy of a valid record, without its length, or nil if it cannot be copied.
  package mutating func copy(
    _ frame: RecordFrame, _ definitions: Definitions, number: Int, _ newNumber: NewNumber
  ) -> [UInt8]? {
    guard let plan = plan(of: frame.entry), walk(frame, definitions, number) else { return nil }
    output.removeAll()
    output.write(number: frame.entry)
    writePresence(plan)
    for (index, key) in plan.enumerated() {
      let offsets = keys.offsets(ofKey: index)
      guard !offsets.isEmpty else { continue }
      guard key.change != .unchanged else {
        output.write(contentsOf: frame.content.bytes(in: offsets))
        continue
      }
      let targets = keys.targets(ofKey: index)
      if key.change == .references { output.write(number: targets.count) }
      for target in targets {
        var new = 0
        if target > 0 {
          guard let found = newNumber(target, key.className) else { return nil }
          new = found
        }
        output.write(varint: UInt64(new) << (key.isWeak ? 1 : 0))
      }
    }
    return output.bytes
  }

  /// Finds the keys of a record.
  private mutating func walk(
    _ frame: RecordFrame, _ definitions: Definitions, _ number: Int
  ) -> Bool {
    keys.removeAll()
    return (try? visits.walkRecord(frame, definitions, number: number)) != nil
  }

  /// Writes the presence bits, which are those of the source.
  private mutating func writePresence(_ plan: [Key]) {
    var (byte, bit): (UInt8, UInt8) = (0, 1)
    for (index, key) in plan.enumerated() where key.isOptional {
      if bit == 0 {
        output.write(byte: byte)
        (byte, bit) = (0, 1)
      }
      if !keys.offsets(ofKey: index).isEmpty { byte |= bit }
      bit &<<= 1
    }
    if bit != 1 { output.write(byte: byte) }
  }
}

// The entries whose records are copied

extension RecordCopier {
  private mutating func plan(of entry: Int) -> Plan {
    if let last, last.entry == entry { return last.plan }
    let plan =
      plans[entry]
      ?? {
        let plan = makePlan(of: entry)
        return plans.keep(plan, of: entry, size: plan?.count ?? 0)
      }()
    last = (entry, plan)
    return plan
  }

  private mutating func makePlan(of entry: Int) -> Plan {
    var plan: [Key] = []
    for level in schema.chain(of: entry) {
      guard let body = schema.body(ofEntry: level) else { return nil }
      for index in body.keys {
        let key = schema.keys[index]
        guard let change = change(of: Int(key.typeIndex)) else { return nil }
        var type = key.type
        if change == .references { type = schema.type(Int(type.first)) }
        plan.append(
          Key(
            change: change, isOptional: key.isOptional, isWeak: type.operation == .weakReference,
            className: change == .unchanged ? nil : schema.name(type.operand)))
      }
    }
    return plan
  }

  /// Returns how values of a type change, or nil if they have to be made.
  private func change(of index: Int) -> Key.Change? {
    let type = schema.type(index)
    if type.isReference { return .reference }
    if type.operation == .leafList, schema.type(Int(type.first)).isReference { return .references }
    var isMade = false
    Self.forEachLeaf(of: index, schema) { leaf in
      isMade =
        isMade || leaf.isMade || leaf.isReference || leaf.className.map { self.isMade[$0] } ?? false
    }
    return isMade ? nil : .unchanged
  }

  /// Returns whether values of the structs and enums of each name have to be made, because of a type in them.
  private static func madeNames(_ schema: CompiledSchema) -> [Bool] {
    var isMade = [Bool](repeating: false, count: schema.names.count + 1)
    // For each name those of the structs and enums that contain it.
    var users: [Int: [Int]] = [:]
    var rest: [Int] = []
    for entry in schema.classes where entry.kind != .class {
      let name = Int(entry.name)
      for body in entry.bodies where schema.bodies.indices.contains(body) {
        for key in schema.bodies[body].keys {
          forEachLeaf(of: Int(schema.keys[key].typeIndex), schema) { leaf in
            if leaf.isMade || leaf.isReference { rest.append(name) }
            if let part = leaf.className { users[part, default: []].append(name) }
          }
        }
      }
    }
    while let name = rest.popLast() {
      guard isMade.indices.contains(name), !isMade[name] else { continue }
      isMade[name] = true
      rest += users[name] ?? []
    }
    return isMade
  }

  /// Passes the types in a type that decide whether its values are made to a closure.
  private static func forEachLeaf(
    of index: Int, _ schema: CompiledSchema, _ body: (CompiledType) -> Void
  ) {
    var rest = [index]
    while let index = rest.popLast() {
      let type = schema.type(index)
      switch type.operation {
      case .optional, .list, .optionalLeaf, .leafList, .structureList: rest.append(Int(type.first))
      default: body(type)
      }
    }
  }
}

extension CompiledType {
  /// Whether every value of the type is made.
  fileprivate var isMade: Bool { operation == .any || operation == .set || operation == .map }

  /// The number of the name of a struct or enum.
  fileprivate var className: Int? {
    operation == .struct || operation == .enum ? Int(operand) : nil
  }
}
