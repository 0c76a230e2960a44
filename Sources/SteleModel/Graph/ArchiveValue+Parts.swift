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

  /// The values directly in this one, by position: elements, keys and values of pairs in turn, and the values of stored
  /// keys, nil for absent ones.
  package var parts: [ArchiveValue?] {
    switch self {
    case .some(let content), .any(_, let content): [content]
    case .list(let values), .set(let values): values.map(Optional.some)
    case .map(let pairs): pairs.flatMap { [$0.key, $0.value].map(Optional.some) }
    case .struct(let body): body.values
    case .enum(let body): body.values
    default: []
    }
  }
}
