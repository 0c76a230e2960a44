import Stele
import SteleModel
import TestSupport
import Testing

/// Errors in objects have the path from the root, through all objects on the way.
@Suite struct `Paths of errors through objects` {
  /// A value that refuses a number on the way that is asked for.
  struct Mark: Codable, Hashable {
    var number: Int

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      number = try container.decode(Int.self)
      if number < 0 {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "negative")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if number > 100 {
        throw EncodingError.invalidValue(
          number, .init(codingPath: container.codingPath, debugDescription: "large"))
      }
      try container.encode(number)
    }
  }

  enum Choice: Codable { case one(Leaf), two(leaf: Leaf) }

  /// An object by synthesised code.
  final class Leaf: Codable, SimplyNamed, Hashable {
    var mark: Mark
    init(_ number: Int) { mark = Mark(number) }
    static func == (left: Leaf, right: Leaf) -> Bool { left.mark == right.mark }
    func hash(into hasher: inout Hasher) { hasher.combine(mark) }
  }

  /// An object by hand.
  final class FieldLeaf: FieldCodable, SimplyNamed {
    var mark: Mark
    init(_ number: Int) { mark = Mark(number) }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(mark, "mark") }
    init(from fields: inout FieldDecoder) throws { mark = try fields.decode("mark") }
  }

  /// An object in two phases.
  final class LateLeaf: TwoPhaseCodable, SimplyNamed {
    var mark = Mark(0)
    init() {}
    init(_ number: Int) { mark = Mark(number) }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(mark, "mark") }
    func decode(from fields: inout FieldDecoder) throws { mark = try fields.decode("mark") }
  }

  /// An object by its properties.
  final class PropertyLeaf: PropertyCodable, SimplyNamed {
    var mark = Mark(0)
    required init() {}
    convenience init(_ number: Int) {
      self.init()
      mark = Mark(number)
    }
  }

  /// An object that refers to another one.
  final class Parent<Child: Codable>: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Parent") }
    var before = "b"
    var child: Child
    init(_ child: Child) { self.child = child }
  }

  /// Another one.
  final class Box<Child: Codable>: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Box") }
    var inner: Child
    init(_ inner: Child) { self.inner = inner }
  }

  /// Compares the paths of the error of encoding with those of the error of decoding an archive of a mark that is negative.
  private func expectPath<Value: Codable>(
    _ path: String, _ make: (Int) -> Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      failure(encoding: make(101))
        == CodingFailure(.invalidValue, path, .valueDoesNotFit), sourceLocation: sourceLocation)
    let bytes = try encoded(make(-1))
    let expected = CodingFailure(.dataCorrupted, path, .valueDoesNotFit)
    #expect(failure(decoding: Value.self, from: bytes) == expected, sourceLocation: sourceLocation)
    #expect(
      failure { try Unarchiver(ArchiveReader(opening: bytes)).decode(Value.self) } == expected,
      sourceLocation: sourceLocation)
  }

  @Test func `lead there in every way of coding`() throws {
    try expectPath("mark") { Leaf($0) }
    try expectPath("child.mark") { Parent(Leaf($0)) }
    try expectPath("child.mark") { Parent(FieldLeaf($0)) }
    try expectPath("child.mark") { Parent(LateLeaf($0)) }
    try expectPath("child.mark") { Parent(PropertyLeaf($0)) }
    try expectPath("[0].child.inner[1].mark") { [Parent(Box([Leaf(1), Leaf($0)]))] }
  }

  @Test func `lead through every kind of container`() throws {
    try expectPath("[1].mark") { [Leaf(1), Leaf($0)] }
    try expectPath("value.mark") { Holder(Leaf($0)) }
    try expectPath("[0][1].value.mark") { [[Holder(Leaf(1)), Holder(Leaf($0))]] }
    try expectPath("child[2].mark") { Parent([Leaf(1), Leaf(2), Leaf($0)]) }
    try expectPath("child.key.mark") { Parent(["key": Leaf($0)]) }
    try expectPath("child.-7.mark") { Parent([-7: Leaf($0)]) }
    try expectPath("child[0].mark") { Parent([1.5: Leaf($0)]) }
    try expectPath("child[0].mark") { Parent(Set([Leaf($0)])) }
    try expectPath("child[1].mark") { Parent([nil, Leaf($0)] as [Leaf?]) }
    try expectPath("child.one._0.mark") { Parent(Choice.one(Leaf($0))) }
    try expectPath("child[1].two.leaf.mark") {
      Parent([Choice.one(Leaf(1)), .two(leaf: Leaf($0))])
    }
    try expectPath("child.value.mark") { Parent(Holder(Optional(Leaf($0)))) }
    try expectPath("child[1].value.value.mark") {
      Parent([Holder(Holder(Leaf(1))), Holder(Holder(Leaf($0)))])
    }
  }

  final class Weak: Codable, SimplyNamed {
    @BackReference var back: Leaf? = nil
    @LateReference var late: Leaf? = nil
    init(_ leaf: Leaf) { late = leaf }
  }

  @Test func `lead through late references`() throws {
    try expectPath("[0].late.mark") { [Weak(Leaf($0))] }
  }

  class Upper: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Upper") }
    var leaf: Leaf
    init(_ leaf: Leaf) { self.leaf = leaf }
  }

  final class Lower: Upper {
    class override var archiveClass: ArchiveClass { ArchiveClass("Lower") }
    var own: Leaf
    init(_ leaf: Leaf, own: Leaf) {
      self.own = own
      super.init(leaf)
    }
    private enum CodingKeys: CodingKey { case own }
    required init(from decoder: any Decoder) throws {
      own = try decoder.container(keyedBy: CodingKeys.self).decode(Leaf.self, forKey: .own)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(own, forKey: .own)
    }
  }

  @Test func `lead through the keys of all levels of a class`() throws {
    try expectPath("[0].leaf.mark") { [Lower(Leaf($0), own: Leaf(1))] }
    try expectPath("[0].own.mark") { [Lower(Leaf(1), own: Leaf($0))] }
  }
}
