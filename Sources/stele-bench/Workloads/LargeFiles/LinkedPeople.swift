internal import Stele

/// Groups of eight objects: an address, an album and six people, all linked with each other.
struct LinkedPeople {
  let objectCount: Int
  private let point = 1
  private let address = 2
  private let album = 3
  private let person = 4

  /// The entries of their classes, the first of an archive.
  static var entries: [ArchiveClassEntry] {
    [
      .struct(
        "Point", keys: [ArchiveKey("latitude", .float64), ArchiveKey("longitude", .float64)]),
      .class(
        "Address",
        keys: [
          ArchiveKey("street", .string), ArchiveKey("city", .string), ArchiveKey("code", .uint32),
          ArchiveKey("place", .struct("Point"), presence: .optional),
        ]),
      .class(
        "Album",
        keys: [
          ArchiveKey("title", .string), ArchiveKey("owner", .weakReference(to: "Person")),
          ArchiveKey("samples", .list(.int32)), ArchiveKey("picture", .bytes),
        ]),
      .class(
        "Person", version: 2,
        keys: [
          ArchiveKey("name", .string), ArchiveKey("mail", .optional(.string), since: 2),
          ArchiveKey("age", .uint8),
          ArchiveKey("balance", .float64), ArchiveKey("born", .date),
          ArchiveKey("tags", .list(.string)),
          ArchiveKey("home", .reference(to: "Address")),
          ArchiveKey("album", .optional(.reference(to: "Album"))),
          ArchiveKey("next", .optional(.reference(to: "Person"))),
          ArchiveKey("friends", .list(.reference(to: "Person"))),
        ]),
    ]
  }

  /// The root from which all objects can be reached.
  var root: ArchiveNamedValue {
    ArchiveNamedValue("first", .reference(to: "Person"), .reference(3))
  }

  /// Returns the object of a number, the same at each call.
  func object(_ number: Int) -> ArchiveObject {
    var random = SplitMix64(seed: UInt64(number))
    return switch (number - 1) % 8 {
    case 0: makeAddress(&random)
    case 1: makeAlbum(number, &random)
    default: makePerson(number, &random)
    }
  }

  private func makeAddress(_ random: inout SplitMix64) -> ArchiveObject {
    let street = "\(Words.word(4, &random)) \(random.next(below: 200))"
    let place: ArchiveValue? =
      random.next(below: 2) == 0
      ? nil
      : .struct(
        ArchiveStructValue(entry: point, values: [degrees(90, &random), degrees(180, &random)]))
    return ArchiveObject(
      entry: address,
      values: [
        .string(street), .string(Words.word(3, &random)),
        .unsigned(UInt128(random.next(below: 100_000))), place,
      ])
  }

  private func degrees(_ limit: Int, _ random: inout SplitMix64) -> ArchiveValue {
    .float64(Double(random.next(below: 2_000_000 * limit)) / 1_000_000 - Double(limit))
  }

  private func makeAlbum(_ number: Int, _ random: inout SplitMix64) -> ArchiveObject {
    // One album in four has small samples: its list is narrower.
    let range = random.next(below: 4) == 0 ? 100 : 30_000
    let samples = (0..<(16 + random.next(below: 64))).map { _ in
      ArchiveValue.integer(Int128(random.next(below: range)))
    }
    var picture: [UInt8] = []
    for _ in 0..<(4 + random.next(below: 16)) {
      var bits = random.next()
      for _ in 0..<8 {
        picture.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
    }
    return ArchiveObject(
      entry: album,
      values: [
        .string(Words.word(5, &random)), .reference(number + 1), .list(samples), .bytes(picture),
      ])
  }

  private func makePerson(_ number: Int, _ random: inout SplitMix64) -> ArchiveObject {
    let group = (number - 1) / 8 * 8 + 1
    let name = "\(Words.word(2, &random)) \(Words.word(3, &random))"
    let tags = (0..<random.next(below: 4)).map { _ in
      ArchiveValue.string(Words.tags[random.next(below: Words.tags.count)])
    }
    let friends = (0..<random.next(below: 4)).map { _ in
      ArchiveValue.reference(random.next(below: objectCount / 8) * 8 + 3 + random.next(below: 6))
    }
    let next = (number - 1) % 8 == 7 ? number + 3 : number + 1
    let mail: ArchiveValue =
      random.next(below: 3) == 0 ? .nil : .some(.string("\(Words.word(3, &random))@example.org"))
    return ArchiveObject(
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
