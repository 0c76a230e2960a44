import Stele
import TestSupport
import Testing

/// Types that are coded in place, by the coder of another value.
///
/// The types stand outside of the suite, since names of types in raw identifiers are not looked into.
enum InPlace {
  /// Version 1 of the type that the others are versions of.
  struct Pet: Codable, SimplyNamed {
    var nick: String? = "Rex"
    var legs = 4
  }
  /// The same without a declaration.
  struct Plain: Codable, Equatable {
    var nick: String? = "Rex"
    var legs = 4
  }

  private static let renamed = ArchiveClass(
    "Pet", version: 2, keys: [.key("name", aliases: ["nick"])])

  struct Renamed: Codable, ArchiveDeclaring {
    var name: String?
    var legs = 4
    static var archiveClass: ArchiveClass { renamed }
  }
  struct Converted: Codable, ArchiveDeclaring {
    var nick: String?
    var legs = 4
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Pet", version: 2, keys: [.key("legs").converting(from: Int.self, before: 2) { $0 * 10 }])
    }
  }
  struct Migrated: Codable, ArchiveDeclaring {
    var nick: String?
    var legs = 4
    static var archiveClass: ArchiveClass {
      ArchiveClass("Pet", version: 2, migration: { old in old.set("new", for: "nick") })
    }
  }
  struct Defaulted: Codable, ArchiveDeclaring {
    var legs = 4
    var tail = 2
    static var archiveClass: ArchiveClass {
      ArchiveClass("Pet", version: 2, keys: [.key("tail", since: 2, default: 1)])
    }
  }
  struct ByHand: FieldCodable, ArchiveDeclaring {
    var name: String?
    static var archiveClass: ArchiveClass { renamed }
    init() {}
    init(from fields: inout FieldDecoder) throws { name = try fields.decode("name") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(name, "name") }
  }
  final class Object: Codable, ArchiveDeclaring {
    var name: String?
    static var archiveClass: ArchiveClass { renamed }
  }
  private struct Hidden: Codable, ArchiveDeclaring {
    var name: String?
    static var archiveClass: ArchiveClass { renamed }
  }
  static var hidden: any Codable.Type { Hidden.self }
  static var hiddenValue: any Codable { Hidden() }

  // Ways to code a value

  struct Through<Value: Codable>: Codable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
  final class ThroughObject<Value: Codable>: Codable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
  struct Below<Value: Codable>: Codable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: AnyKey.self)
      value = try Value(from: keys.superDecoder(forKey: "value"))
    }
    func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: AnyKey.self)
      try value.encode(to: keys.superEncoder(forKey: "value"))
    }
  }
  struct Listed<Value: Codable>: Codable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      value = try Value(from: values.superDecoder())
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try value.encode(to: values.superEncoder())
    }
  }
  /// The usual union: the keys of the value stand beside a tag.
  struct Tagged<Value: Codable>: Codable {
    private enum TagKeys: CodingKey { case kind }
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: TagKeys.self).decode(String.self, forKey: .kind)
      value = try Value(from: decoder)
    }
    func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: TagKeys.self)
      try keys.encode("pet", forKey: .kind)
      try value.encode(to: encoder)
    }
  }
  /// Handed to a container, where the history applies.
  typealias Single = Disguised

  /// Tried, and left out if that fails.
  struct Tried<Value: Codable>: Codable {
    var value: Value?
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value?.encode(to: encoder) }
  }
  /// Tried below a key.
  struct TriedBelow<Value: Codable>: Decodable {
    var value: Value?
    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: AnyKey.self)
      value = try? Value(from: keys.superDecoder(forKey: "value"))
    }
  }
  enum Either<First: Decodable, Second: Decodable>: Decodable {
    case first(First), second(Second)
    init(from decoder: any Decoder) throws {
      if let value = try? First(from: decoder) {
        self = .first(value)
      } else {
        self = .second(try Second(from: decoder))
      }
    }
  }

  // A history at the type whose coder is taken.

  enum Old {
    struct Item: Codable, SimplyNamed {
      var tagged = Tagged(Plain())
      init() {}
      init(from decoder: any Decoder) throws { tagged = try Tagged(from: decoder) }
      func encode(to encoder: any Encoder) throws { try tagged.encode(to: encoder) }
    }
  }
  struct Item: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2, keys: [.key("legs").converting(from: Int.self, before: 2) { $0 * 10 }])
    }
    var tagged: Tagged<Plain>
    init(from decoder: any Decoder) throws { tagged = try Tagged(from: decoder) }
    func encode(to encoder: any Encoder) throws { try tagged.encode(to: encoder) }
  }

  /// A declared key that is one of a nested container, at some depth, with keys of any name.
  struct Nesting<Depth: NestingDepth>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Nesting", version: 2, keys: [.key("name", aliases: ["nick"])])
    }
    var name: String?
    init() {}
    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: AnyKey.self)
      name = try Depth.keys(in: keys).decodeIfPresent(String.self, forKey: "name")
    }
    func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: AnyKey.self)
      try Depth.write(to: &keys)
    }
  }
  typealias DecodingKeys = KeyedDecodingContainer<AnyKey>
  typealias EncodingKeys = KeyedEncodingContainer<AnyKey>

  protocol NestingDepth {
    static func keys(in keys: DecodingKeys) throws -> DecodingKeys
    static func write(to keys: inout EncodingKeys) throws
  }
  enum OfKey: NestingDepth {
    static func keys(in keys: DecodingKeys) throws -> DecodingKeys {
      try keys.nestedContainer(keyedBy: AnyKey.self, forKey: "info")
    }
    static func write(to keys: inout EncodingKeys) throws {
      var inner = keys.nestedContainer(keyedBy: AnyKey.self, forKey: "info")
      try inner.encode("Rex", forKey: "nick")
    }
  }
  enum OfElement: NestingDepth {
    static func keys(in keys: DecodingKeys) throws -> DecodingKeys {
      var values = try keys.nestedUnkeyedContainer(forKey: "infos")
      return try OfKey.keys(in: values.nestedContainer(keyedBy: AnyKey.self))
    }
    static func write(to keys: inout EncodingKeys) throws {
      var values = keys.nestedUnkeyedContainer(forKey: "infos")
      var element = values.nestedContainer(keyedBy: AnyKey.self)
      try OfKey.write(to: &element)
    }
  }
  enum OfSuper: NestingDepth {
    static func keys(in keys: DecodingKeys) throws -> DecodingKeys {
      try keys.superDecoder(forKey: "base").container(keyedBy: AnyKey.self)
    }
    static func write(to keys: inout EncodingKeys) throws {
      let encoder = keys.superEncoder(forKey: "base")
      var inner = encoder.container(keyedBy: AnyKey.self)
      try inner.encode("Rex", forKey: "nick")
    }
  }

  // A superclass below a key of its subclass.

  enum Before {
    class Animal: Encodable, SimplyNamed {
      var nick: String? = "Rex"
    }
    final class Dog: Animal {
      private enum CodingKeys: CodingKey { case base }
      override func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: keys.superEncoder(forKey: .base))
      }
    }
  }
  class Animal: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Animal", version: 2, keys: [.key("name", aliases: ["nick"])])
    }
    var name: String?
  }
  final class Dog: Animal {
    override class var archiveClass: ArchiveClass { ArchiveClass("Dog", version: 2) }
    private enum CodingKeys: CodingKey { case base }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      try super.init(from: keys.superDecoder(forKey: .base))
    }
    override func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: keys.superEncoder(forKey: .base))
    }
  }
}

extension InPlace.Through: Equatable where Value: Equatable {}

@Suite struct `Types that are coded in place` {
  typealias Types = InPlace

  /// Codes a value of one type in a way, and the same way of another.
  private func check<Old: Codable, New: Codable>(_ way: String, _ old: Old, to new: New) throws {
    let place = SteleCodingError.Reason.codedInPlace("Pet")
    #expect(failure(encoding: [new])?.reason == place, "\(way)")
    #expect(try failure(converting: [old], to: [New].self)?.reason == place, "\(way), \(New.self)")
  }

  @Test
  func `a class whose history cannot apply in place is an error in every way to code it there`()
    throws
  {
    let (plain, object) = (Types.Plain(), Types.Object())
    try check("through", Types.Through(plain), to: Types.Through(object))
    try check("through an object", Types.ThroughObject(plain), to: Types.Through(object))
    try check("below", Types.Below(plain), to: Types.Below(object))
    try check("listed", Types.Listed(plain), to: Types.Listed(object))
    try check("tagged", Types.Tagged(plain), to: Types.Tagged(object))
    try check("from a container", Types.Single(plain), to: Types.Through(Types.Renamed()))
  }

  @Test func `a history of the type whose coder is taken applies to the keys of the other one`()
    throws
  {
    #expect(try convert([Types.Old.Item()], to: [Types.Item].self)[0].tagged.value.legs == 40)
  }

  @Test func `an alternative that is tried does not hide the error`() throws {
    let pets = [Types.Pet()]
    let place = SteleCodingError.Reason.codedInPlace("Pet")
    #expect(
      try failure(converting: pets, to: [Types.Either<Types.Renamed, Int>].self)?.reason == place)
    #expect(
      try failure(converting: pets, to: [Types.Either<Types.Renamed, Types.Plain>].self)?.reason
        == place)
    let below = [Types.Below(Types.Plain())]
    #expect(
      try failure(converting: below, to: [Types.TriedBelow<Types.Renamed>].self)?.reason == place)
    let objects = [Types.ThroughObject(Types.Plain())]
    #expect(
      try failure(converting: objects, to: [Types.Either<Types.Object, Types.Plain>].self)?.reason
        == place)
  }

  @Test func `the error names the line to write`() throws {
    let error = failure(encoding: Types.Through(Types.Renamed()))
    expectText("container.encode(value, forKey: .value)", of: error)
  }

  @Test func `a private type is known once it has been coded`() throws {
    func check<Value: Codable>(_ value: Value) throws {
      _ = try SteleEncoder().encode([value])
      #expect(failure(encoding: Types.Through(value))?.reason == .codedInPlace("Pet"))
    }
    try check(Types.hiddenValue)
  }

  @Test func `a superclass with a history is no value of a key`() throws {
    let place = SteleCodingError.Reason.codedInPlace("Animal")
    #expect(failure(encoding: Types.Dog())?.reason == place)
    #expect(try failure(converting: Types.Before.Dog(), to: Types.Dog.self)?.reason == place)
  }

  @Test func `a declared key that is one of a nested container is an error`() throws {
    func check<Depth: Types.NestingDepth>(_: Depth.Type) throws {
      typealias Nesting = Types.Nesting<Depth>
      let error = try failure(converting: [Nesting()], to: [Nesting].self)
      #expect(error?.reason == .invalidDeclaration(.noProperty(key: "name", nearest: nil)))
      expectText("a key of a nested container", of: error)
    }
    try check(Types.OfKey.self)
    try check(Types.OfElement.self)
    try check(Types.OfSuper.self)
  }
}
