/// The keys of an object that a class decodes as those of another type.
struct KeysAsValue: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  /// The lowest level that is read.
  let level: Int

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let site = Site(decoder: decoder, step: .here)
    // These have no keys, or would be another object.
    guard !(type is any ReadableScalar.Type), !(type is any LateDecodable.Type),
      !(type is AnyClass)
    else { throw site.hasKeys(type) }
    try decoder.graph.enter(site)
    defer { decoder.graph.leave() }
    return try T(from: LevelDecoder(decoder: decoder, level: level))
  }
}

/// A value that a type decodes as another one.
struct SingleValue: SingleValueDecodingContainer {
  let place: WholeValue
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    (try? decoder.isNil(place)) ?? false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let site = Site(decoder: decoder, step: .here)
    guard place.offset > 0 else { throw site.noValue(type, at: 0) }
    var reading = decoder.input
    try reading.move(to: place.offset)
    let value = try decoder.graph.reader(of: type).read(place.plan, &reading, at: site)
    if decoder.object == 0 { decoder.end = reading.offset }
    return value
  }
}
