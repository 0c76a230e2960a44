extension ByteReader {
  /// Reads a type descriptor: T1, T2, L1, and V14 in metadata.
  ///
  /// Spec §3.1.
  ///
  /// - Parameters:
  ///   - names: The class names that have been defined so far.
  ///   - limits: The reader's limits.
  ///   - isMetadata: Whether the descriptor stands in metadata.
  /// - Returns: The descriptor.
  /// - Throws: The rule that is broken.
  package mutating func readDescriptor(
    names: [String], limits: Limits, isMetadata: Bool = false
  ) throws(ArchiveError) -> TypeDescriptor {
    var schema = CompiledSchema(names: names)
    let type = try withCursor { input throws(ArchiveError) in
      try schema.readType(&input, nameCount: names.count, limits: limits, isMetadata: isMetadata)
    }
    return schema.descriptor(type)
  }
}

extension TypeCode {
  /// The number of descriptors that follow the code.
  package var partCount: Int {
    switch self {
    case .optional, .list, .set: 1
    case .map: 2
    default: 0
    }
  }

  /// Whether a class name follows the code, and metadata must do without it.
  package var concernsGraph: Bool {
    switch self {
    case .ref, .weak, .struct, .enum: true
    default: false
    }
  }
}
