extension ByteReader {
  /// Reads a type descriptor, a list of codes in prefix order, without recursion.
  ///
  /// Spec §3.1: T1, T2, L1, and V13 in metadata.
  ///
  /// - Parameters:
  ///   - names: The class names that have been defined so far.
  ///   - limits: The reader's limits.
  ///   - isMetadata: Whether the descriptor stands in metadata.
  /// - Returns: The descriptor.
  /// - Throws: The rule that is broken.
  package mutating func readDescriptor(
    names: some RandomAccessCollection<String>, limits: Limits, isMetadata: Bool = false
  ) throws(ArchiveError) -> TypeDescriptor {
    var tokens: [(code: TypeCode, name: String?)] = []
    /// For each descriptor that is open, the number of parts that are still to come.
    var open: [Int] = []
    repeat {
      let codeOffset = offset
      let byte = try readByte()
      guard open.count < limits.descriptorNesting else {
        throw ArchiveError(.descriptorNesting, at: codeOffset)
      }
      guard let code = TypeCode(rawValue: byte) else {
        throw ArchiveError(.unknownType, at: codeOffset)
      }
      guard !isMetadata || !code.concernsGraph else {
        throw ArchiveError(.metadataType, at: codeOffset)
      }
      tokens.append((code, code.concernsGraph ? try readName(for: code, names: names) : nil))
      if let last = open.indices.last { open[last] -= 1 }
      if code.partCount > 0 { open.append(code.partCount) }
      while open.last == 0 { open.removeLast() }
    } while !open.isEmpty
    return try Self.assemble(tokens, at: offset)
  }

  private mutating func readName(
    for code: TypeCode, names: some RandomAccessCollection<String>
  ) throws(ArchiveError) -> String? {
    let start = offset
    let number = try readNumber()
    if number == 0, code == .ref || code == .weak { return nil }
    guard number >= 1, number <= names.count else { throw ArchiveError(.undefinedName, at: start) }
    return names[names.index(names.startIndex, offsetBy: number - 1)]
  }

  /// Makes the descriptor of codes in prefix order, from the innermost one outwards.
  private static func assemble(
    _ tokens: [(code: TypeCode, name: String?)], at offset: Int
  ) throws(ArchiveError) -> TypeDescriptor {
    var stack: [TypeDescriptor] = []
    for (code, name) in tokens.reversed() {
      let first = code.partCount > 0 ? stack.popLast() : nil
      let second = code.partCount > 1 ? stack.popLast() : nil
      guard let type = TypeDescriptor(code, name: name, first: first, second: second) else {
        throw ArchiveError(.unknownType, at: offset)
      }
      stack.append(type)
    }
    guard let type = stack.last else { throw ArchiveError(.unknownType, at: offset) }
    return type
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

extension TypeDescriptor {
  /// Makes a descriptor of its code and what follows it, or nil when something is missing.
  fileprivate init?(
    _ code: TypeCode, name: String?, first: TypeDescriptor?, second: TypeDescriptor?
  ) {
    switch (code, name, first, second) {
    case (.ref, _, _, _): self = .reference(to: name)
    case (.weak, _, _, _): self = .weakReference(to: name)
    case (.struct, let name?, _, _): self = .structure(name)
    case (.enum, let name?, _, _): self = .enumeration(name)
    case (.optional, _, let part?, _): self = .optional(part)
    case (.list, _, let part?, _): self = .list(part)
    case (.set, _, let part?, _): self = .set(part)
    case (.map, _, let key?, let value?): self = .map(key: key, value: value)
    default:
      guard let simple = Self.simpleTypes[code] else { return nil }
      self = simple
    }
  }

  /// The types that consist of their code alone.
  package static let simpleTypes: [TypeCode: TypeDescriptor] = Dictionary(
    uniqueKeysWithValues: [
      .bool, .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32, .uint64, .uint128,
      .float16, .float32, .float64, .string, .bytes, .date, .uuid, .decimal, .any,
    ].map { (type: TypeDescriptor) in (type.code, type) })
}
