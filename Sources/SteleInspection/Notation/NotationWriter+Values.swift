import Stele

/// The remaining values of an open array or object.
enum UnwrittenParts {
  case values(ArraySlice<ArchiveValue>)
  case pairs(ArraySlice<ArchiveMapPair>)
  case members(ArraySlice<ArchiveKey>, ArraySlice<ArchiveValue?>)

  /// A value, a pair of a map, or the value of a key, which may be absent.
  enum Part {
    case value(ArchiveValue)
    case pair(ArchiveMapPair)
    case member(ArchiveKey, ArchiveValue?)
  }

  /// Removes and returns the first part; `nil` after the last one.
  mutating func popFirst() -> Part? {
    switch self {
    case .values(var values):
      defer { self = .values(values) }
      return values.popFirst().map(Part.value)
    case .pairs(var pairs):
      defer { self = .pairs(pairs) }
      return pairs.popFirst().map(Part.pair)
    case .members(var keys, var values):
      defer { self = .members(keys, values) }
      guard let key = keys.popFirst(), let value = values.popFirst() else { return nil }
      return .member(key, value)
    }
  }
}

extension NotationWriter {
  struct Frame {
    var rest: UnwrittenParts
    /// The number of arrays and objects that end with the frame.
    var depth = 1
  }

  mutating func add(_ value: ArchiveValue) throws(Failure) {
    frames.removeAll(keepingCapacity: true)
    begin(value)
    try finish()
  }

  /// Writes the values of some keys as an object; an absent key is left out.
  mutating func add(
    _ keys: [ArchiveKey], _ values: ArraySlice<ArchiveValue?>
  ) throws(Failure) {
    frames.removeAll(keepingCapacity: true)
    beginKeys(keys, values, depth: 1)
    try finish()
  }

  /// Writes the rest of the open arrays and objects.
  ///
  /// A single value can produce much text, because each struct repeats the names of its keys, so the text is passed to the
  /// closure after each part.
  private mutating func finish() throws(Failure) {
    while let last = frames.indices.last {
      try flush()
      switch frames[last].rest.popFirst() {
      case .value(let value)?: begin(value)
      case .pair(let pair)?: beginArray([pair.key, pair.value])
      case .member(let key, let value?)?:
        json.name(key.name)
        begin(value)
      case .member(_, nil)?: continue
      case nil: for _ in 0..<frames.removeLast().depth { json.end() }
      }
    }
  }

  /// Writes a scalar, or the beginning of an array or object.
  private mutating func begin(_ value: ArchiveValue) {
    switch value {
    case .some(let inner):
      switch inner {
      case .some, .nil, .reference: beginArray([inner])
      // The content of an optional is written directly if it is neither optional nor weak.
      default: begin(inner)
      }
    case .list(let values), .set(let values): beginArray(values)
    case .map(let pairs):
      json.beginArray()
      frames.append(Frame(rest: .pairs(pairs[...])))
    case .any(let type, let inner):
      json.beginObject(Self.isScalar(inner) ? .inline : .indented)
      json.name("type")
      json.type(type)
      json.name("value")
      frames.append(Frame(rest: .values([inner])))
    case .struct(let value):
      json.beginObject()
      json.member("class", integer: value.entry)
      json.name("values")
      beginKeys(classes.ownKeys(of: value.entry) ?? [], value.values[...], depth: 2)
    case .enum(let value):
      json.beginObject()
      json.member("class", integer: value.entry)
      json.member("case", classes.caseName(of: value.entry, value.caseIndex) ?? "")
      json.name("values")
      let keys = classes.ownKeys(of: value.entry, caseIndex: value.caseIndex) ?? []
      beginKeys(keys, value.values[...], depth: 2)
    default: json.scalar(value)
    }
  }

  private mutating func beginArray(_ values: [ArchiveValue]) {
    json.beginArray(values.allSatisfy(Self.isScalar) ? .inline : .indented)
    frames.append(Frame(rest: .values(values[...])))
  }

  private mutating func beginKeys(
    _ keys: [ArchiveKey], _ values: ArraySlice<ArchiveValue?>, depth: Int
  ) {
    json.beginObject()
    frames.append(Frame(rest: .members(keys[...], values), depth: depth))
  }

  private static func isScalar(_ value: ArchiveValue) -> Bool {
    switch value {
    case .list, .set, .map, .any, .struct, .enum, .some: false
    default: true
    }
  }
}
