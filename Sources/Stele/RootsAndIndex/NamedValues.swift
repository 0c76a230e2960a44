/// Reads roots or metadata, one item after the other.
///
/// Spec §6.1, §6.2.
package struct NamedValuesReader: Sendable {
  private let context: ReadingContext
  private let isMetadata: Bool
  private let makesValues: Bool
  private var names: Set<ExactString> = []
  /// What is left of the caller's memory.
  package var budget: MemoryBudget

  package init(
    context: ReadingContext, isMetadata: Bool, makesValues: Bool, budget: MemoryBudget
  ) {
    self.context = context
    self.isMetadata = isMetadata
    self.makesValues = makesValues
    self.budget = budget
  }

  /// Reads a payload: X1 or X2, X6, and all rules of values.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - definitions: What the class table defines before the chunk.
  ///   - indexedCount: The number of items that the index says, or nil for metadata.
  ///   - body: Takes each item, and says whether to go on.
  /// - Throws: The rule that is broken.
  package mutating func read(
    _ input: ByteReader, definitions: Definitions, indexedCount: Int?,
    _ body: (NamedValue) -> Bool
  ) throws(ArchiveError) {
    var values = ValueReader(
      input, context: context, definitions: definitions, isMetadata: isMetadata,
      makesValues: makesValues, budget: budget)
    let countOffset = values.input.offset
    let count = try values.input.readCount()
    guard count == indexedCount ?? count else {
      throw ArchiveError(.indexCount, at: countOffset)
    }
    for _ in 0..<count {
      let nameOffset = values.input.offset
      let name = try values.input.readString()
      do throws(ArchiveError) {
        guard names.insert(ExactString(name)).inserted else {
          throw ArchiveError(isMetadata ? .duplicateMetadata : .duplicateRoot, at: nameOffset)
        }
        let type = try values.readDescriptor()
        if makesValues { try values.budget.pay(MemoryLayout<NamedValue>.stride, at: nameOffset) }
        let value = try values.readValue(type)
        guard body(NamedValue(name, type, value)) else { return }
      } catch {
        var error = error
        error.keyPath = (isMetadata ? "metadata " : "root ") + name + (error.keyPath ?? "")
        throw error
      }
    }
    budget = values.budget
    try values.input.finish()
  }
}
