import Foundation
import Stele
import TestSupport
import Testing

/// Values of types, and with meanings, that keys had in older versions.
struct ConversionTests {
  private func structure<T: Decodable>(
    _ type: T.Type, version: Int, _ key: ArchiveKey, _ value: ArchiveValue?
  ) throws -> T {
    let bytes = try archive(.struct("Item", version: version, keys: [key]), values: [value])
    return try SteleDecoder().decode(type, from: bytes)
  }

  // Another type

  struct Rounded: Codable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2, keys: [.key("size").converting(from: Double.self) { Float($0 * 10) }])
    }
    var size: Float
  }

  @Test(arguments: [0.1, 0.5, 3, 0])
  func `a conversion runs whether or not the value fits`(_ size: Double) throws {
    for version in 1...3 {
      let item = try structure(
        Rounded.self, version: version, ArchiveKey("size", .float64), .float64(size))
      #expect(item.size == Float(size * 10))
    }
    let new = try convert(Rounded(size: Float(size)), to: Rounded.self)
    #expect(new.size == Float(size))
  }

  struct Optional: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2,
        keys: [.key("size", default: 9).converting(from: Int32.self) { Int64($0) * 10 }])
    }
    var size: Int64?
  }

  @Test func `a conversion runs for integers of the declared type, and not for nil`() throws {
    let optional = ArchiveKey("size", .optional(.int32))
    #expect(
      try structure(Optional.self, version: 1, optional, ArchiveValue.some(.integer(4))).size == 40)
    #expect(try structure(Optional.self, version: 1, optional, ArchiveValue.nil).size == nil)
    let narrow = ArchiveKey("size", .int8)
    #expect(try structure(Optional.self, version: 1, narrow, .integer(4)).size == 40)
    let wide = ArchiveKey("size", .int64)
    #expect(try structure(Optional.self, version: 1, wide, .integer(4)).size == 4)
    let any = ArchiveKey("size", .any)
    #expect(try structure(Optional.self, version: 1, any, .any(.int32, .integer(4))).size == 40)
  }

  struct Chained: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 3,
        keys: [
          .key("price")
            .converting(from: String.self, before: 2) { Int($0) ?? -1 }
            .converting(from: Double.self, before: 3) { Int($0 * 100) }
        ])
    }
    var price: Int
  }

  @Test func `each type that a key had has its conversion`() throws {
    let text = ArchiveKey("price", .string)
    #expect(try structure(Chained.self, version: 1, text, .string("12")).price == 12)
    let number = ArchiveKey("price", .float64)
    #expect(try structure(Chained.self, version: 2, number, .float64(2)).price == 200)
    let integer = ArchiveKey("price", .int64)
    #expect(try structure(Chained.self, version: 3, integer, .integer(7)).price == 7)
  }

  struct Nested: Codable, ArchiveDeclaring {
    struct Length: Codable { var metres: Double }
    struct Name: Codable, Equatable { var text: String }
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2,
        keys: [
          .key("length").converting(from: Length.self) { Int($0.metres) },
          .key("names").converting(from: [String].self) { $0.map(Name.init) },
        ])
    }
    var length: Int
    var names: [Name]
  }

  struct OldNested: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Item") }
    var length: Nested.Length
    var names: [String]
  }

  @Test func `structs and lists are converted`() throws {
    let bytes = try SteleEncoder().encode(
      [
        OldNested(length: Nested.Length(metres: 3), names: ["a"]),
        OldNested(length: Nested.Length(metres: 4), names: []),
      ])
    let items = try SteleDecoder().decode([Nested].self, from: bytes)
    #expect(items.map(\.length) == [3, 4])
    #expect(items.map(\.names) == [[Nested.Name(text: "a")], []])
    let again = try convert(items, to: [Nested].self)
    #expect(again.map(\.names) == [[Nested.Name(text: "a")], []])
  }

  // The same type with another meaning

  static var cents: ArchiveClass {
    ArchiveClass(
      "Item", version: 3, keys: [.key("price").converting(from: Int.self, before: 2) { $0 * 100 }])
  }

  protocol Priced: Codable, ArchiveDeclaring { var price: Int { get } }

  struct Structure: Priced {
    static var archiveClass: ArchiveClass { cents }
    var price: Int
  }

  struct FieldStructure: Priced, FieldCodable {
    static var archiveClass: ArchiveClass { cents }
    var price: Int
    init(from fields: inout FieldDecoder) throws { price = try fields.decode("price") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(price, "price") }
  }

  struct Packed: PackedStruct, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2,
        keys: [.key("price").converting(from: Double.self, before: 2) { $0 * 100 }])
    }
    var price = 0.0
    static let packedKeys = [PackedKey<Packed>("price", \.price)]
  }

  @Test func `values that are copied as they stand are converted, too`() throws {
    for (version, price) in [(1, 500.0), (2, 5)] {
      let list = try archive(
        [.struct("Item", version: version, keys: [ArchiveKey("price", .float64)])],
        root: .list(.struct("Item")),
        .list([.struct(1, values: .float64(5))]))
      #expect(try SteleDecoder().decode([Packed].self, from: list).map(\.price) == [price])
    }
  }

  static var structures: [any Priced.Type] { [Structure.self, FieldStructure.self] }

  @Test(arguments: structures.indices)
  func `dollars become cents, once`(_ index: Int) throws {
    func test<T: Priced>(_ type: T.Type) throws {
      let key = ArchiveKey("price", .int64)
      for (version, price) in [(1, 500), (2, 5), (3, 5)] {
        #expect(try structure(type, version: version, key, .integer(5)).price == price)
        let list = try archive(
          [.struct("Item", version: version, keys: [key])], root: .list(.struct("Item")),
          .list((1...3).map { .struct(1, values: .integer(Int128($0))) }))
        #expect(
          try SteleDecoder().decode([T].self, from: list).map(\.price)
            == (1...3).map { $0 * price / 5 })
      }
    }
    try test(Self.structures[index])
  }

  final class Synthesised: Priced {
    static var archiveClass: ArchiveClass { cents }
    let price: Int
    init(price: Int) { self.price = price }
  }

  final class Fields: Priced, FieldCodable {
    static var archiveClass: ArchiveClass { cents }
    let price: Int
    init(from fields: inout FieldDecoder) throws { price = try fields.decode("price") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(price, "price") }
  }

  final class TwoPhases: Priced, TwoPhaseCodable {
    static var archiveClass: ArchiveClass { cents }
    private(set) var price = 0
    init() {}
    func decode(from fields: inout FieldDecoder) throws { price = try fields.decode("price") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(price, "price") }
  }

  final class Properties: Priced, PropertyCodable {
    static var archiveClass: ArchiveClass { cents }
    var price = 0
    init() {}
  }

  @Test func `dollars become cents in objects`() throws {
    func test<T: Priced & AnyObject>(_ type: T.Type) throws {
      for (version, price) in [(1, 500), (2, 5), (3, 5)] {
        let bytes = try archive(
          .class("Item", version: version, keys: [ArchiveKey("price", .int64)]),
          values: [.integer(5)])
        let object = try SteleDecoder().decode(type, from: bytes)
        #expect(object.price == price)
        let again = try SteleDecoder().decode(type, from: SteleEncoder().encode(object))
        #expect(again.price == price)
      }
    }
    try test(Synthesised.self)
    try test(Fields.self)
    try test(TwoPhases.self)
    try test(Properties.self)
  }

  // Declarations

  struct Unversioned: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2, keys: [.key("price").converting(from: Int.self) { $0 * 100 }])
    }
    var price: Int
  }

  struct TooNew: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", keys: [.key("price").converting(from: Double.self, before: 2) { Int($0) }])
    }
    var price: Int
  }

  @Test func `a conversion that keeps the type has to say of which versions`() throws {
    let expected = SteleCodingError.Reason.invalidDeclaration(.conversionVersion(key: "price"))
    #expect(reason { try SteleEncoder().encode(Unversioned(price: 1)) } == expected)
    #expect(reason { try SteleEncoder().encode(TooNew(price: 1)) } == expected)
  }

  @Test func `values that are decoded late are converted`() throws {
    final class Part: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Part") }
    }
    struct Early: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Item") }
      var part = Part()
      var text = "17"
      var number = 4
    }
    struct Late: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Item", version: 2,
          keys: [
            .key("part").converting(from: Part.self) { LateReference(wrappedValue: [$0, $0]) },
            .key("text").converting(from: String.self) { LateReference(wrappedValue: Int($0)) },
            .key("number").converting(from: Int.self) { LateReference(wrappedValue: [$0]) },
          ])
      }
      @LateReference var part: [Part]
      @LateReference var text: Int?
      @LateReference var number: [Int]
    }
    let late = try convert(Early(), to: Late.self)
    for copy in [late, try roundTrip(late)] {
      #expect(copy.part.count == 2 && copy.part.first === copy.part.last)
      #expect(copy.text == 17 && copy.number == [4])
    }
  }

  struct Failing: Codable, ArchiveDeclaring {
    struct Problem: Error {}
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2,
        keys: [.key("price").converting(from: String.self) { _ -> Int in throw Problem() }])
    }
    var price: Int
  }

  @Test func `what a conversion throws the decoder throws`() throws {
    #expect(throws: Failing.Problem.self) {
      try structure(Failing.self, version: 1, ArchiveKey("price", .string), .string("1"))
    }
  }
}
