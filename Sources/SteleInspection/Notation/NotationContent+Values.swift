import Stele

extension NotationContent {
  /// An open array or object, and the values that are still to be written in it.
  private struct Frame {
    enum Rest {
      case values(ArraySlice<ArchiveValue>)
      case pairs(ArraySlice<ArchiveMapPair>)
      case keys(ArraySlice<String>, ArraySlice<ArchiveValue?>)
    }

    var rest: Rest
    /// The number of arrays and objects that end with the frame.
    let depth: Int
  }

  mutating func write<Failure: Error>(
    _ value: ArchiveValue, _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    var frames: [Frame] = []
    begin(value, &frames)
    try finish(&frames, flush)
  }

  /// Writes the values of some keys as an object; an absent key is left out.
  mutating func write<Failure: Error>(
    _ keys: [String], _ values: [ArchiveValue?], _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    var frames: [Frame] = []
    beginKeys(keys, values, depth: 1, &frames)
    try finish(&frames, flush)
  }

  /// Writes the rest of the open arrays and objects.
  ///
  /// A single value can produce much text, because each struct repeats the names of its keys, so the text can be taken
  /// after each part.
  private mutating func finish<Failure: Error>(
    _ frames: inout [Frame], _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    while var frame = frames.popLast() {
      try flush(&json)
      switch frame.rest {
      case .values(var values):
        guard let value = values.popFirst() else {
          end(frame.depth)
          continue
        }
        frame.rest = .values(values)
        frames.append(frame)
        begin(value, &frames)
      case .pairs(var pairs):
        guard let pair = pairs.popFirst() else {
          end(frame.depth)
          continue
        }
        frame.rest = .pairs(pairs)
        frames.append(frame)
        beginArray([pair.key, pair.value], &frames)
      case .keys(var keys, var values):
        guard let key = keys.popFirst(), let value = values.popFirst() else {
          end(frame.depth)
          continue
        }
        frame.rest = .keys(keys, values)
        frames.append(frame)
        guard let value else { continue }
        json.name(key)
        begin(value, &frames)
      }
    }
  }

  private mutating func end(_ depth: Int) {
    for _ in 0..<depth { json.end() }
  }

  /// Writes a scalar, or the beginning of an array or object.
  private mutating func begin(_ value: ArchiveValue, _ frames: inout [Frame]) {
    switch value {
    case .some(let inner):
      switch inner {
      case .some, .nil, .reference: beginArray([inner], &frames)
      // The content of an optional is written by itself if it is neither optional nor weak.
      default: begin(inner, &frames)
      }
    case .list(let values), .set(let values): beginArray(values, &frames)
    case .map(let pairs):
      json.beginArray()
      frames.append(Frame(rest: .pairs(pairs[...]), depth: 1))
    case .any(let type, let inner):
      json.beginObject(Self.isScalar(inner) ? .inline : .indented)
      json.name("type")
      write(type)
      json.name("value")
      frames.append(Frame(rest: .values([inner]), depth: 1))
    case .structure(let value):
      json.beginObject()
      json.name("class")
      integer(value.entry)
      json.name("values")
      beginKeys(names.structure(value.entry), value.values, depth: 2, &frames)
    case .enumeration(let value):
      let names = names.enumeration(value.entry, caseIndex: value.caseIndex)
      json.beginObject()
      json.name("class")
      integer(value.entry)
      json.name("case")
      json.string(names.name)
      json.name("values")
      beginKeys(names.keys, value.values, depth: 2, &frames)
    default: scalar(value)
    }
  }

  private mutating func beginArray(_ values: [ArchiveValue], _ frames: inout [Frame]) {
    json.beginArray(values.allSatisfy(Self.isScalar) ? .inline : .indented)
    frames.append(Frame(rest: .values(values[...]), depth: 1))
  }

  private mutating func beginKeys(
    _ keys: [String], _ values: [ArchiveValue?], depth: Int, _ frames: inout [Frame]
  ) {
    json.beginObject()
    frames.append(Frame(rest: .keys(keys[...], values[...]), depth: depth))
  }

  private static func isScalar(_ value: ArchiveValue) -> Bool {
    switch value {
    case .list, .set, .map, .any, .structure, .enumeration, .some: false
    default: true
    }
  }
}
