import Stele
import TestSupport
import Testing

/// Defaults whose type is not that of the property.
struct DeclaredDefaultTests {
  // Version 1 of all of them, without keys.

  struct OldStruct: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Sample") }
  }

  final class OldClass: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Sample") }
    init() {}
  }

  /// The keys of version 2, with integers as defaults.
  static var numbers: ArchiveClass {
    ArchiveClass(
      "Sample", version: 2,
      keys: [
        .key("double", since: 2, default: 1), .key("float", since: 2, default: 0.1),
        .key("list", since: 2, default: [1, 2]), .key("optional", since: 2, default: 0),
        .key("small", since: 2, default: 7), .key("map", since: 2, default: ["a": [1]]),
        .key("set", since: 2, default: [3] as Set), .key("none", since: 2, default: Int?.none),
      ])
  }

  struct Synthesised: Codable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { numbers }
    var double = 1.0
    var float: Float = 0.1
    var list: [Double] = [1, 2]
    var optional: Double? = 0
    var small: UInt8 = 7
    var map: [String: [Double]] = ["a": [1]]
    var set: Set<Int16> = [3]
    var none: Double?
  }

  struct ByHand: FieldCodable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { numbers }
    var values = Synthesised()
    init() {}
    init(from fields: inout FieldDecoder) throws {
      let hasDouble = fields.contains("double")
      #expect(hasDouble)
      values.double = try fields.decode("double")
      values.float = try fields.decode("float")
      values.list = try fields.decode("list")
      values.optional = try fields.decode("optional")
      values.small = try fields.decode("small")
      values.map = try fields.decode("map")
      values.set = try fields.decode("set")
      values.none = try fields.decode("none")
    }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(values.double, "double")
      try fields.encode(values.float, "float")
      try fields.encode(values.list, "list")
      try fields.encode(values.optional, "optional")
      try fields.encode(values.small, "small")
      try fields.encode(values.map, "map")
      try fields.encode(values.set, "set")
      try fields.encode(values.none, "none")
    }
  }

  final class Properties: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { numbers }
    var double = 5.0
    var float: Float = 5
    var list: [Double] = []
    var optional: Double?
    var small: UInt8 = 5
    var map: [String: [Double]] = [:]
    var set: Set<Int16> = []
    var none: Double? = 5
    init() {}
  }

  @Test func `an integer is a default of every number type, alone and in collections`() throws {
    let old = try SteleEncoder().encode(OldStruct())
    #expect(try SteleDecoder().decode(Synthesised.self, from: old) == Synthesised())
    #expect(try SteleDecoder().decode(ByHand.self, from: old) == ByHand())
    let properties = try convert(OldClass(), to: Properties.self)
    #expect(properties.double == 1 && properties.float == 0.1 && properties.list == [1, 2])
    #expect(properties.optional == 0 && properties.small == 7 && properties.map == ["a": [1]])
    #expect(properties.set == [3] && properties.none == nil)
  }

  @Test func `defaults that are right are not refused`() throws {
    let now = Synthesised(double: 2, small: 3)
    let bytes = try verified(SteleEncoder().encode(now))
    #expect(try SteleDecoder().decode(Synthesised.self, from: bytes) == now)
    #expect(try SteleDecoder().decode(ByHand.self, from: bytes).values == now)
    #expect(try convert(Properties(), to: Properties.self).double == 5)
  }

  // Refused

  struct WrongStruct: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Sample", keys: [.key("a", default: "")]) }
    var a: Int? = 1
  }

  struct WrongByHand: FieldCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Sample", keys: [.key("a", default: 0)]) }
    var a = ["b"]
    init() {}
    init(from fields: inout FieldDecoder) throws { a = try fields.decode("a") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(a, "a") }
  }

  class Base: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Base", keys: [.key("a", default: false)]) }
    var a = 1.5
  }

  final class Derived: Base {
    override class var archiveClass: ArchiveClass { ArchiveClass("Derived") }
    var b = 1
    private enum CodingKeys: CodingKey { case b }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(b, forKey: .b)
    }
  }

  enum Colour: String, Codable { case red, green }

  final class WrongProperty: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", keys: [.key("colour", default: "red")])
    }
    var colour = Colour.green
    init() {}
  }

  @Test func `a default of another kind is refused when the first instance is encoded`() {
    expectRefusal(flaw("String", "Int")) { try SteleEncoder().encode(WrongStruct()) }
    expectRefusal(flaw("Int", "[String]")) { try SteleEncoder().encode(WrongByHand()) }
    expectRefusal(flaw("Bool", "Double")) { try SteleEncoder().encode(Derived()) }
    expectRefusal(.defaultType(key: "colour", declared: "String", property: "Colour")) {
      try SteleEncoder().encode(WrongProperty())
    }
  }

  struct Right: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Sample") }
    var a: Int? = 1
  }

  struct Fraction: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", keys: [.key("a", default: 0.5)])
    }
    var a = 1
  }

  @Test func `a default that does not fit is refused although the archive has a value`() throws {
    let bytes = try SteleEncoder().encode(Right())
    expectRefusal(flaw("String", "Int")) {
      try SteleDecoder().decode(WrongStruct.self, from: bytes)
    }
    expectRefusal(flaw("Double", "Int")) {
      try SteleDecoder().decode(Fraction.self, from: bytes)
    }
  }

  // Code that writes and reads something else than the property.

  struct Transformed: Codable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", keys: [.key("name", default: 3), .key("colour", default: Colour.red)])
    }
    var name = "aaa"
    var colour = "red"
    private enum CodingKeys: CodingKey { case name, colour }
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = String(repeating: "a", count: try container.decode(Int.self, forKey: .name))
      colour = try container.decode(Colour.self, forKey: .colour).rawValue
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name.count, forKey: .name)
      try container.encode(colour, forKey: .colour)
    }
  }

  @Test func `a default of what is written in place of the property is right`() throws {
    #expect(try convert(Transformed(), to: Transformed.self) == Transformed())
    #expect(try convert(OldStruct(), to: Transformed.self) == Transformed())
  }

  /// Conversion is not a licence: a number that the type does not have is no default.
  struct TooLarge: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", keys: [.key("a", default: 300)])
    }
    var a: UInt8
  }

  @Test func `a number that the type does not have is refused`() throws {
    let old = try SteleEncoder().encode(OldStruct())
    expectRefusal(flaw("Int", "UInt8")) {
      try SteleDecoder().decode(TooLarge.self, from: old)
    }
  }

  @Test func `a migration hook may set numbers of another type`() throws {
    struct Migrated: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Sample", version: 2) { $0.set(4, for: "a") }
      }
      var a: Double
    }
    #expect(try convert(OldStruct(), to: Migrated.self).a == 4)
  }

  // Found by the types alone when the key is first decoded, though the archive has a value

  /// A struct of version 2, whose key `a` is declared by a test.
  struct Sample<Value: Codable, Declared: SampleKeys>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2, keys: Declared.keys)
    }
    var a: Value
    init(_ a: Value) { self.a = a }
  }

  protocol SampleKeys { static var keys: [KeyHistory] { get } }
  enum TextDefault: SampleKeys {
    static var keys: [KeyHistory] { [.key("a", since: 2, default: "red")] }
  }
  enum TextsDefault: SampleKeys {
    static var keys: [KeyHistory] { [.key("a", since: 2, default: [String]())] }
  }
  enum LiteralDefault: SampleKeys {
    static var keys: [KeyHistory] { [.key("a", since: 2, default: [])] }
  }
  enum NumberDefault: SampleKeys {
    static var keys: [KeyHistory] { [.key("a", since: 2, default: 0.0)] }
  }
  enum NodesDefault: SampleKeys {
    static var keys: [KeyHistory] { [.key("a", since: 2, default: [Node]())] }
  }
  enum TextConversion: SampleKeys {
    static var keys: [KeyHistory] { [.key("a").converting(from: Int.self, before: 2) { "\($0)" }] }
  }
  enum EmptyTextConversion: SampleKeys {
    static var keys: [KeyHistory] {
      [.key("a").converting(from: Int.self, before: 2) { _ in [String]() }]
    }
  }
  final class Node: Codable, SimplyNamed { init() {} }
  enum Shade: Codable { case red }

  private func flaw<Value: Codable, Declared: SampleKeys>(
    _ value: Value, _: Declared.Type
  ) -> DeclarationFlaw? {
    let found = reason {
      let bytes = try SteleEncoder().encode(Sample<Value, Declared>(value)) as [UInt8]
      _ = try SteleDecoder().decode(Sample<Value, Declared>.self, from: bytes)
    }
    guard case .invalidDeclaration(let flaw) = found else { return nil }
    return flaw
  }

  private func flaw(_ declared: String, _ property: String) -> DeclarationFlaw {
    .defaultType(key: "a", declared: declared, property: property)
  }

  private func expectRefusal<Result>(
    _ flaw: DeclarationFlaw, sourceLocation: SourceLocation = #_sourceLocation,
    of body: () throws -> Result
  ) {
    #expect(reason(of: body) == .invalidDeclaration(flaw), sourceLocation: sourceLocation)
  }

  @Test func `a default of another type is refused although the archive has a value`() {
    #expect(flaw(Colour.red, TextDefault.self) == flaw("String", "Colour"))
    #expect(flaw([Colour.red], TextsDefault.self) == flaw("Array<String>", "Array<Colour>"))
    #expect(flaw([Colour](), TextsDefault.self) == flaw("Array<String>", "Array<Colour>"))
    #expect(flaw(["x"] as Set, TextsDefault.self) == flaw("Array<String>", "Set<String>"))
    #expect(flaw(["x": 1], TextsDefault.self) == flaw("Array<String>", "Dictionary<String, Int>"))
    #expect(flaw(true, NumberDefault.self) == flaw("Double", "Bool"))
    #expect(flaw(Shade.red, TextDefault.self) != nil)
    #expect(
      flaw(LateReference(wrappedValue: [Node]()), NodesDefault.self)
        == flaw("Array<Node>", "LateReference<Array<Node>>"))
    #expect(
      flaw(Polymorphic(wrappedValue: [Node]() as [AnyObject]), NodesDefault.self)
        == flaw("Array<Node>", "Polymorphic<Array<AnyObject>>"))
  }

  @Test func `a default of the type, or a number, is right`() {
    #expect(flaw("x", TextDefault.self) == nil)
    #expect(flaw("x" as String?, TextDefault.self) == nil)
    #expect(flaw(["x"], TextsDefault.self) == nil)
    #expect(flaw(["x"], LiteralDefault.self) == nil)
    #expect(flaw(["x"] as Set, LiteralDefault.self) == flaw("Array<Any>", "Set<String>"))
    #expect(flaw([Node()], NodesDefault.self) == nil)
    #expect(flaw([Node](), NodesDefault.self) == nil)
    #expect(flaw(3, NumberDefault.self) == nil)
    #expect(flaw(3 as Float?, NumberDefault.self) == nil)
  }

  @Test func `a conversion to another type is refused although no value is old`() {
    #expect(flaw(1, TextConversion.self) == .madeType(key: "a", made: "String", property: "Int"))
    #expect(
      flaw([1], EmptyTextConversion.self)
        == .madeType(key: "a", made: "Array<String>", property: "Array<Int>"))
    #expect(flaw("x", TextConversion.self) == nil)
  }

  @Test func `the error names the class, the key, both types and the line to write`() throws {
    let bytes = try SteleEncoder().encode(Sample<Colour, TextDefault>(.red)) as [UInt8]
    let failure = failure(decoding: Sample<Colour, TextDefault>.self, from: bytes)
    #expect(failure?.kind == .typeMismatch)
    expectText(
      "Cannot decode Sample.a: the default of a is of the type String, the property of the type Colour; "
        + "declare one of that type: .key(\"a\", ..., default: Colour(...))", of: failure)
  }
}
