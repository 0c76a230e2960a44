internal import Stele

/// Eight objects after eight: an address, an album and six people, all linked with each other.
struct LinkedPeople {
  let objectCount: Int
  private let point = 1
  private let address = 2
  private let album = 3
  private let person = 4

  /// The entries of their classes, which are the first of an archive.
  static var entries: [ClassEntry] {
    [
      .structure("Point", keys: [Key("latitude", .float64), Key("longitude", .float64)]),
      .class(
        "Address",
        keys: [
          Key("street", .string), Key("city", .string), Key("code", .uint32),
          Key("place", .structure("Point"), presence: .optional),
        ]),
      .class(
        "Album",
        keys: [
          Key("title", .string), Key("owner", .weakReference(to: "Person")),
          Key("samples", .list(.int32)), Key("picture", .bytes),
        ]),
      .class(
        "Person", version: 2,
        keys: [
          Key("name", .string), Key("mail", .optional(.string), since: 2), Key("age", .uint8),
          Key("balance", .float64), Key("born", .date), Key("tags", .list(.string)),
          Key("home", .reference(to: "Address")), Key("album", .optional(.reference(to: "Album"))),
          Key("next", .optional(.reference(to: "Person"))),
          Key("friends", .list(.reference(to: "Person"))),
        ]),
    ]
  }

  /// The root from which all objects can be reached.
  var root: NamedValue { NamedValue("first", .reference(to: "Person"), .reference(3)) }

  /// The object of a number, the same whenever it is asked for.
  func object(_ number: Int) -> Object {
    var random = SplitMix64(seed: UInt64(number))
    return switch (number - 1) % 8 {
    case 0: makeAddress(&random)
    case 1: makeAlbum(number, &random)
    default: makePerson(number, &random)
    }
  }

  private func makeAddress(_ random: inout SplitMix64) -> Object {
    let street = "\(Words.word(4, &random)) \(random.next(below: 200))"
    let place: Value? =
      random.next(below: 2) == 0
      ? nil
      : .structure(
        StructValue(entry: point, values: [degrees(90, &random), degrees(180, &random)]))
    return Object(
      entry: address,
      values: [
        .string(street), .string(Words.word(3, &random)),
        .unsigned(UInt128(random.next(below: 100_000))), place,
      ])
  }

  private func degrees(_ limit: Int, _ random: inout SplitMix64) -> Value {
    .float64(Double(random.next(below: 2_000_000 * limit)) / 1_000_000 - Double(limit))
  }

  private func makeAlbum(_ number: Int, _ random: inout SplitMix64) -> Object {
    // One album in four has small samples: its list is narrower.
    let range = random.next(below: 4) == 0 ? 100 : 30_000
    let samples = (0..<(16 + random.next(below: 64))).map { _ in
      Value.integer(Int128(random.next(below: range)))
    }
    var picture: [UInt8] = []
    for _ in 0..<(4 + random.next(below: 16)) {
      var bits = random.next()
      for _ in 0..<8 {
        picture.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
    }
    return Object(
      entry: album,
      values: [
        .string(Words.word(5, &random)), .reference(number + 1), .list(samples), .bytes(picture),
      ])
  }

  private func makePerson(_ number: Int, _ random: inout SplitMix64) -> Object {
    let group = (number - 1) / 8 * 8 + 1
    let name = "\(Words.word(2, &random)) \(Words.word(3, &random))"
    let tags = (0..<random.next(below: 4)).map { _ in
      Value.string(Words.tags[random.next(below: Words.tags.count)])
    }
    let friends = (0..<random.next(below: 4)).map { _ in
      Value.reference(random.next(below: objectCount / 8) * 8 + 3 + random.next(below: 6))
    }
    let next = (number - 1) % 8 == 7 ? number + 3 : number + 1
    let mail: Value =
      random.next(below: 3) == 0 ? .nil : .some(.string("\(Words.word(3, &random))@example.org"))
    return Object(
      entry: person,
      values: [
        .string(name), mail, .unsigned(UInt128(random.next(below: 100))),
        .float64(Double(random.next(below: 1_000_000)) / 100),
        .date(Double(random.next(below: 800_000_000))), .list(tags), .reference(group),
        number == group + 2 ? .reference(group + 1) : .nil,
        next <= objectCount ? .reference(next) : .nil, .list(friends),
      ])
  }
}
