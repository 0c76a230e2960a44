import Stele
import TestSupport
import Testing

/// The calls for certain types write the same as the call for any type.
struct FieldOverloadTests {
  final class Friend: TwoPhaseCodable, SimplyNamed {
    var number = 0

    init() {}
    init(_ number: Int) { self.number = number }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(number, "number") }
    func decode(from fields: inout FieldDecoder) throws { number = try fields.decode("number") }
  }

  struct Content: Equatable {
    var flag: Bool?
    var count: Int?
    var weight: Double?
    var name: String?
    var names: [String] = []
    var counts: [Int] = []
    var weights: [Double] = []
    var pixel = Pixel()

    static func random(_ random: inout some RandomNumberGenerator) -> Content {
      func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
      let length = Int.random(in: 0...40, using: &random)
      return Content(
        flag: maybe(true), count: maybe(.random(in: -1000...1000, using: &random)),
        weight: maybe(.random(in: 0...1, using: &random)),
        name: maybe(String(repeating: "é", count: length * 5)),
        names: (0..<length % 4).map { "name \($0)" }, counts: Array(0..<length),
        weights: (0..<length % 3).map { Double($0) },
        pixel: Pixel(
          red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random)))
    }
  }

  struct Pixel: PackedStruct, Equatable, SimplyNamed {
    var red: UInt8 = 0
    var green: UInt8 = 0

    static let packedKeys = [PackedKey<Pixel>("red", \.red), PackedKey("green", \.green)]
    init() {}
    init(red: UInt8, green: UInt8) {
      self.red = red
      self.green = green
    }
  }

  /// The same keys, one by one.
  struct PlainPixel: FieldEncodable, ArchiveDeclaring {
    static let archiveClass = ArchiveClass("Pixel")
    let pixel: Pixel

    init(_ pixel: Pixel) { self.pixel = pixel }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(pixel.red, "red")
      try fields.encode(pixel.green, "green")
    }
  }

  /// Writes with the calls that the compiler finds.
  struct Direct: FieldCodable, ArchiveDeclaring {
    static let archiveClass = ArchiveClass("Content")
    var content: Content
    var friend: Friend?
    var other: Friend

    init(_ content: Content, _ friend: Friend?, _ other: Friend) {
      self.content = content
      self.friend = friend
      self.other = other
    }

    init(from fields: inout FieldDecoder) throws {
      content = Content(
        flag: try fields.decode("flag"), count: try fields.decode("count"),
        weight: try fields.decode("weight"), name: try fields.decode("name"),
        names: try fields.decode("names"), counts: try fields.decode("counts"),
        weights: try fields.decode("weights"), pixel: try fields.decode("pixel"))
      friend = try fields.decode("friend")
      other = try fields.decode("other")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(content.flag, "flag")
      try fields.encode(content.count, "count")
      try fields.encode(content.weight, "weight")
      try fields.encode(content.name, "name")
      try fields.encode(content.names, "names")
      try fields.encode(content.counts, "counts")
      try fields.encode(content.weights, "weights")
      try fields.encode(content.pixel, "pixel")
      try fields.encode(friend, "friend")
      try fields.encode(other, "other")
    }
  }

  /// Writes with the call for values of any type.
  struct Generic: FieldEncodable, ArchiveDeclaring {
    static let archiveClass = ArchiveClass("Content")
    let direct: Direct

    func encode(to fields: inout FieldEncoder) throws {
      func put<T: Encodable>(_ value: T, _ key: StaticString) throws {
        try fields.encode(value, key)
      }
      let content = direct.content
      try put(content.flag, "flag")
      try put(content.count, "count")
      try put(content.weight, "weight")
      try put(content.name, "name")
      try put(content.names, "names")
      try put(content.counts, "counts")
      try put(content.weights, "weights")
      try put(PlainPixel(content.pixel), "pixel")
      try put(direct.friend, "friend")
      try put(direct.other, "other")
    }
  }

  @Test(arguments: 0..<20)
  func `calls for certain types write what the call for any type writes`(_ round: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = RandomSource(seed: seed)
    let friends = (0..<5).map { Friend($0) }
    let values = (0..<12).map { _ in
      let content = Content.random(&random)
      let friend = Bool.random(using: &random) ? friends.randomElement(using: &random) : nil
      return Direct(content, friend, friends[Int.random(in: 0..<5, using: &random)])
    }
    let encoder = SteleEncoder()
    let bytes = try encoder.encode(values)
    let generic = try encoder.encode(values.map { Generic(direct: $0) })
    #expect(bytes == generic, "seed \(seed)")
    let copies = try SteleDecoder().decode([Direct].self, from: bytes)
    #expect(copies.map(\.content) == values.map(\.content), "seed \(seed)")
    #expect(copies.map(\.friend?.number) == values.map(\.friend?.number), "seed \(seed)")
    #expect(copies.map(\.other.number) == values.map(\.other.number), "seed \(seed)")
  }

  class Shape: Codable {}

  /// A class that has no name in archives.
  private final class Secret: Shape {}

  struct Holder: FieldEncodable, SimplyNamed {
    let shape: Shape?
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(shape, "shape") }
  }

  struct GenericHolder: FieldEncodable, ArchiveDeclaring {
    static let archiveClass = ArchiveClass("Holder")
    let shape: Shape?
    func encode(to fields: inout FieldEncoder) throws {
      func put<T: Encodable>(_ value: T) throws { try fields.encode(value, "shape") }
      try put(shape)
    }
  }

  @Test func `a reference that is written at once is refused like any other`() throws {
    let shapes = [Shape(), Shape(), nil, Shape(), Secret()]
    let direct = failure(encoding: shapes.map { Holder(shape: $0) })
    let generic = failure(encoding: shapes.map { GenericHolder(shape: $0) })
    #expect(direct?.kind == .invalidValue)
    #expect(direct?.description == generic?.description)
  }
}
