/// Reads the values of records.
///
/// Spec §5.2.
package struct RecordReader: Sendable {
  private let context: ReadingContext
  private let makesValues: Bool
  /// The reader of all values: making one for each record would take longer than many records do.
  private var values: ValueReader
  /// The chain of the entry that was read last, the topmost superclass first.
  private var chain: [Int] = []
  private var optionalCount = 0
  private var keyCount = 0

  package init(context: ReadingContext, makesValues: Bool, budget: MemoryBudget) {
    self.context = context
    self.makesValues = makesValues
    values = ValueReader(
      ByteReader([]), context: context, definitions: Definitions(), makesValues: makesValues,
      budget: budget)
  }

  /// What is left of the caller's memory.
  package var budget: MemoryBudget {
    get { values.budget }
    set { values.budget = newValue }
  }

  /// Reads the values of a record: V10, P6, and all rules of values.
  ///
  /// - Parameters:
  ///   - frame: The record.
  ///   - definitions: What the class table defines before the block.
  ///   - number: The number of the object, for errors.
  /// - Returns: The object.
  /// - Throws: The rule that is broken, with object number and key path.
  package mutating func read(
    _ frame: RecordFrame, definitions: Definitions, number: Int
  ) throws(ArchiveError) -> Object {
    if chain.last != frame.entry { prepare(frame.entry) }
    values.input = frame.content
    values.definitions = definitions
    var slots: [Value?] = []
    var path = ""
    do throws(ArchiveError) {
      var presence = try values.input.readPresence(of: optionalCount)
      if makesValues {
        try values.budget.pay(keyCount * MemoryBudget.valueByteCount, at: values.input.offset)
        slots.reserveCapacity(keyCount)
      }
      for level in chain {
        for key in context.layouts[level - 1].body.keys {
          guard presence.next(key) else {
            if makesValues { slots.append(nil) }
            continue
          }
          path = ".\(key.name)"
          let value = try values.readValue(key.type)
          if makesValues { slots.append(value) }
        }
      }
      path = ""
      try values.input.finish()
    } catch {
      var error = error
      error.object = number
      error.keyPath = (context.classes[frame.entry]?.name ?? "") + path + (error.keyPath ?? "")
      throw error
    }
    return Object(entry: frame.entry, values: slots)
  }

  private mutating func prepare(_ entry: Int) {
    chain = context.classes.chain(of: entry)
    optionalCount = 0
    keyCount = 0
    for level in chain {
      optionalCount += context.layouts[level - 1].body.optionalCount
      keyCount += context.layouts[level - 1].body.keys.count
    }
  }
}
