/// Where a value is decoded: a part of the value of a decoder.
struct Site {
  /// The decoder of the value that has the part.
  let decoder: ValueDecoder
  /// The part.
  let step: PathStep
}

/// A step of a coding path.
enum PathStep {
  /// The value itself.
  case here
  /// The value of a key.
  case key(String)
  /// An element.
  case index(Int)
}

extension Site {
  /// The path from the root, or from the object, to the value.
  var codingPath: [any CodingKey] {
    decoder.codingPath + (step.codingKey.map { [$0] } ?? [])
  }
}

extension PathStep {
  /// The step as a coding key.
  var codingKey: PathKey? {
    switch self {
    case .here: nil
    case .key(let name): PathKey(stringValue: name, intValue: nil)
    case .index(let index): PathKey(index: index)
    }
  }
}
