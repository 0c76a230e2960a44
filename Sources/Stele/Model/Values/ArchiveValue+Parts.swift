extension ArchiveValue {
  /// The values directly in this one: elements, keys and values of pairs in turn, and the values of
  /// keys that are present.
  package var parts: [ArchiveValue] {
    switch self {
    case .some(let value), .any(_, let value): [value]
    case .list(let values), .set(let values): values
    case .map(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .structure(let value): value.values.compactMap { $0 }
    case .enumeration(let value): value.values.compactMap { $0 }
    default: []
    }
  }

  /// The entry of a struct or enum, 0 for other values.
  package var inlineEntry: Int {
    switch self {
    case .structure(let value): value.entry
    case .enumeration(let value): value.entry
    default: 0
    }
  }
}
