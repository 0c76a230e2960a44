internal import Stele

/// The way from the records of a class entry to those of the joined entry.
struct RecordPlan {
  /// The change of the bytes of a value.
  enum Change {
    /// The bytes stay as they are.
    case none
    /// The number of an object changes.
    case reference
    /// The numbers of the objects in a list change.
    case references
    /// The value is made, converted and written.
    case value
  }

  /// A stored key of the joined entry.
  struct Key {
    /// The index of the type among those of the canonical form.
    var type = 0
    var isOptional = false
    /// The position of the key among the stored keys of the old records; nil if these do not have it.
    var source: Int?
    /// The index of the old type.
    var sourceType = 0
    var slot: EntryJoin.Slot?
    var change = Change.none
  }

  /// The joined entry.
  let entry: Int
  /// The stored keys of the joined entry.
  private(set) var keys: [Key]

  init(
    of entry: Int, _ schema: CompiledSchema, _ join: EntryJoin, _ tables: inout ClassTableWriter
  ) {
    self.entry = join[entry]?.entry ?? 0
    keys = Array(repeating: Key(), count: join.valueCount(of: self.entry))
    let written = tables.keys(ofRecord: self.entry)
    for position in keys.indices where position < written.count {
      let key = tables.schema.keys[written[position]]
      keys[position].type = Int(key.typeIndex)
      keys[position].isOptional = key.isOptional
    }
    var source = 0
    for level in schema.chain(of: entry) {
      guard let replacement = join[level], let body = schema.body(ofEntry: level) else { continue }
      let start = join.inheritedCount(of: replacement.entry)
      for (key, slot) in zip(body.keys, replacement.body.slots) {
        let position = start + slot.position
        keys[position].source = source
        keys[position].sourceType = Int(schema.keys[key].typeIndex)
        keys[position].slot = slot
        keys[position].change = Change(slot)
        source += 1
      }
    }
  }
}

extension RecordPlan.Change {
  fileprivate init(_ slot: EntryJoin.Slot) {
    switch (slot.from, slot.to) {
    case _ where slot.isCopied: self = .none
    case (.reference, .reference), (.reference, .optional(.reference)),
      (.optional(.reference), .optional(.reference)), (.weakReference, .weakReference):
      self = .reference
    case (.list(.reference), _) where slot.from == slot.to,
      (.list(.optional(.reference)), _) where slot.from == slot.to,
      (.list(.weakReference), _) where slot.from == slot.to:
      self = .references
    default: self = .value
    }
  }
}
