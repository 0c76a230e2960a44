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
  /// The value of a key by its place in the body, for one that the program has the same name for.
  case place(Int)
  /// An element.
  case index(Int)
}

extension Site {
  /// The path from the root, or from the object, to the value.
  var codingPath: [any CodingKey] {
    decoder.codingPath + (step.codingKey(in: decoder).map { [$0] } ?? [])
  }
}

extension Site {
  /// The step for someone who does not have the decoder.
  var lastingStep: PathStep {
    guard case .place(let place) = step, let body = decoder.body else { return step }
    return .key(body.slots[place].name)
  }
}

extension PathStep {
  /// The step as a coding key, from the value of a decoder.
  func codingKey(in outer: ValueDecoder?) -> PathKey? {
    switch self {
    case .here: nil
    case .key(let name): PathKey(stringValue: name, intValue: nil)
    case .place(let place):
      outer?.body.map { PathKey(stringValue: $0.slots[place].name, intValue: nil) }
    case .index(let index): PathKey(index: index)
    }
  }
}
