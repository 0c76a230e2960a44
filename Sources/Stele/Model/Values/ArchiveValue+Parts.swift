extension ArchiveValue {
  /// The values that stand directly in this one: elements, keys and values of pairs in turn, and the
  /// values of keys that are present.
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

  /// The same value with other values in it, as many as ``parts`` gives.
  package func replacingParts(_ parts: [ArchiveValue]) -> ArchiveValue {
    var rest = parts[...]
    switch self {
    case .some:
      return .some(rest.popFirst() ?? .nil)
    case .any(let type, _):
      return .any(type, rest.popFirst() ?? .nil)
    case .list:
      return .list(parts)
    case .set:
      return .set(parts)
    case .map:
      var pairs: [ArchiveMapPair] = []
      while let key = rest.popFirst(), let value = rest.popFirst() {
        pairs.append(ArchiveMapPair(key: key, value: value))
      }
      return .map(pairs)
    case .structure(var value):
      value.values = value.values.map { $0 == nil ? nil : rest.popFirst() }
      return .structure(value)
    case .enumeration(var value):
      value.values = value.values.map { $0 == nil ? nil : rest.popFirst() }
      return .enumeration(value)
    default:
      return self
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
