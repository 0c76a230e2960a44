/// What reads the values of one Swift type.
class AnyTypeReader {
  /// Lets go of what it remembers of the archive.
  ///
  /// The keys of a type remember who read them, which in a type that nests in itself is who remembers the keys.
  func forget() {}

  /// Forgets which classes have been accepted.
  func restart() {}

  /// Decodes a late reference that it has come by.
  func settle(_ late: PendingReferences.Late, at site: Site) throws {}
}

/// What reads the values of a Swift type.
///
/// There is one reader for each type, made when the type is first met.
class TypeReader<Value>: AnyTypeReader {
  /// The value for a key that is not there, for types that have one.
  var absent: Value? { nil }

  /// What reads references, for types that are optional references to objects.
  var optionalObjects: ObjectReading? { nil }

  /// Whether nil references are for ``readOptional(_:_:at:)`` to read.
  var readsNil: Bool { false }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - plan: The type in the archive.
  ///   - input: Where the value stands; afterwards, the end of it.
  ///   - site: The place, for errors.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what an initialiser throws.
  func read(_ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site) throws -> Value {
    throw site.wrongType(Value.self, plan, at: input.offset)
  }

  /// Reads an optional reference, for types that read nil; nobody asks the others.
  func readOptional(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value? {
    try read(plan, &input, at: site)
  }

  /// Reads the elements of a list.
  ///
  /// - Parameters:
  ///   - list: The list, of which each element takes at least a byte.
  ///   - input: Where the first element stands; afterwards, the end of the last.
  ///   - site: The place of the list, for errors.
  /// - Returns: The elements.
  /// - Throws: What the reading of an element throws.
  func readElements(
    _ list: OpenList, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Value] {
    let graph = site.decoder.graph
    guard list.count > 0 else { return [] }
    guard list.count <= input.remaining else {
      throw ArchiveError(.countTooLarge, at: input.offset)
    }
    var parent = graph.takeDecoder(at: site)
    defer { graph.give(&parent) }
    // Safe: there is room for as many elements as there are, and each that is made is counted.
    return try unsafe [Value](unsafeUninitializedCapacity: list.count) { elements, count in
      guard let base = elements.baseAddress else { return }
      for index in 0..<list.count {
        unsafe (base + index).initialize(
          to: try read(list.element, &input, at: Site(decoder: parent, step: .index(index))))
        count = index + 1
      }
    }
  }
}

/// A type that has a reader of its own, instead of its `Decodable`.
protocol SelfReading {
  /// Makes the reader.
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader
}
