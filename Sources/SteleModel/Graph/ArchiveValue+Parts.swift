package import Stele

extension ArchiveValue {
  /// The value in any number of optionals and `any` values: the first that is neither.
  package var innermost: ArchiveValue {
    var value = self
    while true {
      switch value {
      case .some(let content), .any(_, let content): value = content
      default: return value
      }
    }
  }

  /// Whether the value is a reference to an object, in any number of optionals and `any` values.
  package var leadsToObject: Bool {
    if case .reference = innermost { true } else { false }
  }

  /// The values directly in this one: elements, keys and values of pairs in turn, and the values of
  /// keys that are present.
  package var parts: [ArchiveValue] {
    switch self {
    case .some(let value), .any(_, let value): [value]
    case .list(let values), .set(let values): values
    case .map(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .struct(let value): value.values.compactMap { $0 }
    case .enum(let value): value.values.compactMap { $0 }
    default: []
    }
  }
}
