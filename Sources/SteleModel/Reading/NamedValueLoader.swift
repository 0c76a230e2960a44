package import Stele

/// Reads roots and metadata one at a time, each of which may take all the memory that a caller allows.
package struct NamedValueLoader: Sendable {
  private var values: ValueInterpreter<ValueBuilder>
  private let budget: MemoryBudget

  package init(_ context: ReadingContext) {
    budget = context.budget
    values = ValueInterpreter(context, visitor: ValueBuilder(budget: budget))
  }

  /// Reads the value of a root or of an item of the metadata.
  ///
  /// - Throws: The rule that it breaks, L4 included.
  package mutating func value(of place: NamedValuePlace) throws(ArchiveError) -> ArchiveNamedValue {
    values.definitions = place.definitions
    values.isMetadata = place.isMetadata
    values.visitor.budget = budget
    var input = place.descriptor
    return try input.withCursor { input throws(ArchiveError) in
      let type = try values.readType(&input)
      let value = try values.readValue(type, &input)
      return ArchiveNamedValue(place.name, values.schema.descriptor(type), value)
    }
  }
}
