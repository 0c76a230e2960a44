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
