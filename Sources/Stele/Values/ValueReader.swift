/// Reads single values of an archive by their descriptors.
///
/// Spec chapter 3.
package struct ValueReader: Sendable {
  package var input: ByteReader
  private let context: ReadingContext
  private var values: ValueInterpreter<ValueBuilder>

  package init(_ input: ByteReader, context: ReadingContext, budget: MemoryBudget) {
    self.input = input
    self.context = context
    values = ValueInterpreter(context, visitor: ValueBuilder(budget: budget))
  }

  /// Reads a value.
  ///
  /// - Throws: The rule that is broken, with the key path from this value to the invalid one.
  package mutating func readValue(_ type: ArchiveTypeDescriptor) throws(ArchiveError)
    -> ArchiveValue
  {
    let type = values.schema.compile(type) { context.number(ofName: $0) }
    return try input.withCursor { input throws(ArchiveError) in
      try values.readValue(type, &input)
    }
  }

  /// Reads an element of a uniform list of structs, by the entry numbers before the list.
  ///
  /// Spec §3.5.
  ///
  /// - Throws: The rule that is broken.
  package mutating func readElement(_ numbers: [Int]) throws(ArchiveError) -> ArchiveValue {
    try input.withCursor { input throws(ArchiveError) in
      try values.readElement(numbers, &input)
    }
  }
}
