/// Validates roots or metadata, item by item.
///
/// Spec §6.1, §6.2.
package struct NamedValuesReader: Sendable {
  package let isMetadata: Bool
  /// Validates the values, and those of records for a caller that validates both.
  var interpreter: ValueInterpreter<ValidatingVisitor>
  /// The names that have been read.
  private var names = UniqueList<String>()
  /// The most memory that lists of key values took at one time, in bytes.
  package var largestSlotByteCount = 0

  /// Makes a reader of roots, or of items of the metadata.
  package init(_ context: ReadingContext, isMetadata: Bool = false) {
    self.isMetadata = isMetadata
    interpreter = ValueInterpreter(context, visitor: ValidatingVisitor())
    interpreter.isMetadata = isMetadata
  }

  /// Forgets the items that have been read.
  mutating func restart() { names.forgetNames() }

  /// Begins another archive with the same class table and the same limits, after one of which nothing has been refused.
  mutating func reset(for context: ReadingContext) {
    restart()
    interpreter.reset(for: context)
  }

  /// Validates a payload: X1 or X2, X6, and all rules of values.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - definitions: The definitions of the class table before the chunk; none for metadata.
  ///   - indexedCount: The number of items in the index, or nil for metadata.
  ///   - body: Receives each item.
  /// - Throws: The rule that is broken.
  package mutating func validate(
    _ input: ByteReader, definitions: Definitions = Definitions(), indexedCount: Int? = nil,
    _ body: (NamedValuePlace, inout NamedValuesReader) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var input = input
    for _ in 0..<(try begin(&input, definitions: definitions, indexedCount: indexedCount)) {
      let item = try readItem(&input)
      try validateValue(of: item, &input)
      try body(item, &self)
    }
    try input.finish()
  }

  /// Begins a payload, and returns the number of items: P5, X6.
  package mutating func begin(
    _ input: inout ByteReader, definitions: Definitions, indexedCount: Int?
  ) throws(ArchiveError) -> Int {
    interpreter.definitions = definitions
    let offset = input.offset
    let count = try input.readCount()
    guard count == indexedCount ?? count else { throw ArchiveError(.indexCount, at: offset) }
    return count
  }

  /// Reads name and type of the next item: X1 or X2, and the rules of descriptors.
  package mutating func readItem(_ input: inout ByteReader) throws(ArchiveError) -> NamedValuePlace
  {
    let nameOffset = input.offset
    let name = try input.readString()
    do throws(ArchiveError) {
      guard names.insert(name) else {
        throw ArchiveError(isMetadata ? .duplicateMetadata : .duplicateRoot, at: nameOffset)
      }
      let descriptor = input
      let type = try input.withCursor { input throws(ArchiveError) in
        try interpreter.readType(&input)
      }
      return NamedValuePlace(
        name: name, descriptor: descriptor, type: type, definitions: interpreter.definitions,
        isMetadata: isMetadata)
    } catch {
      throw located(error, in: name)
    }
  }

  /// Validates the value of the last item, and moves past it.
  package mutating func validateValue(
    of item: NamedValuePlace, _ input: inout ByteReader
  ) throws(ArchiveError) {
    do throws(ArchiveError) {
      try input.withCursor { input throws(ArchiveError) in
        try interpreter.walkValue(item.type, &input)
      }
    } catch {
      throw located(error, in: item.name)
    }
  }

  /// Returns the position of an item by its name, or nil if it has not been read.
  // Inlined, since a call for a reader in an object would copy it, which takes 5 % of a small archive.
  @inline(__always)
  func index(of name: String) -> Int? { names.index(of: name) }

  /// Adds the name of an item to an error.
  package func located(_ error: ArchiveError, in name: String) -> ArchiveError {
    ArchiveError(
      error.rule, at: error.offset,
      keyPath: (isMetadata ? KeyPathText.item(name) : KeyPathText.root(name))
        + (error.keyPath ?? ""))
  }

  /// The memory in bytes of the type of the last item.
  package func typeByteCount(of item: NamedValuePlace) -> Int {
    interpreter.schema.typeByteCount(from: item.type)
  }

  /// The type of the last item.
  package func type(of item: NamedValuePlace) -> ArchiveTypeDescriptor {
    interpreter.schema.descriptor(item.type)
  }
}

/// A root or an item of the metadata: its name, and the position of its type, which its value follows.
package struct NamedValuePlace: Sendable {
  /// The name.
  package let name: String
  /// A reader at the type of the value.
  package let descriptor: ByteReader
  /// The index of the type, until its reader reads the next item.
  let type: Int
  /// The definitions of the class table before the chunk.
  package let definitions: Definitions
  package let isMetadata: Bool

  /// The key path of the value.
  package var keyPath: String { isMetadata ? KeyPathText.item(name) : KeyPathText.root(name) }
}
