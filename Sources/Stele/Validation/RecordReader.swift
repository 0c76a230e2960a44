/// Examines the values of records, and makes objects of them.
///
/// Spec §5.2.
package struct RecordReader: Sendable {
  private let context: ReadingContext
  private var check: ValueCheck
  private var values: ValueReader
  /// The chain of the entry that was read last, the topmost superclass first.
  private var chain: [Int] = []
  private var optionalCount = 0
  private var keyCount = 0

  package init(context: ReadingContext, budget: MemoryBudget) {
    self.context = context
    check = ValueCheck(context)
    values = ValueReader(ByteReader([]), context: context, budget: budget)
  }

  /// What is left of the caller's memory.
  package var budget: MemoryBudget {
    get { values.budget }
    set { values.budget = newValue }
  }

  /// Examines a record: V11, P2, and all rules of values.
  ///
  /// - Parameters:
  ///   - frame: The record.
  ///   - definitions: What the class table defines before the block.
  ///   - number: The number of the object, for errors.
  /// - Throws: The rule that is broken, with object number and key path.
  package mutating func examine(
    _ frame: RecordFrame, definitions: Definitions, number: Int
  ) throws(ArchiveError) {
    check.definitions = definitions
    var content = frame.content
    do throws(ArchiveError) {
      try content.withCursor { input throws(ArchiveError) in
        try check.checkRecord(ofEntry: frame.entry, &input)
      }
    } catch {
      throw error.located(in: number, of: context.classes[frame.entry])
    }
  }

  /// Examines a record and makes its object.
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
    try examine(frame, definitions: definitions, number: number)
    if chain.last != frame.entry { prepare(frame.entry) }
    values.input = frame.content
    var slots: [Value?] = []
    do throws(ArchiveError) {
      var presence = try values.input.readPresence(of: optionalCount)
      try values.budget.pay(
        MemoryLayout<Object>.stride + MemoryBudget.array(of: Value?.self, count: keyCount),
        at: values.input.offset)
      slots.reserveCapacity(keyCount)
      for level in chain {
        for key in context.layouts[level - 1].body.keys {
          slots.append(presence.next(key) ? try values.readValue(key.type) : nil)
        }
      }
    } catch {
      throw error.located(in: number, of: context.classes[frame.entry])
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

extension ArchiveError {
  /// The same error with the object in whose record it is.
  func located(in object: Int, of entry: ClassEntry?) -> ArchiveError {
    ArchiveError(
      rule, at: offset, object: object, keyPath: (entry?.name.shortened() ?? "") + (keyPath ?? ""))
  }
}
