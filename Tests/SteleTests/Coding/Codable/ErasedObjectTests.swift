import Stele
import SteleModel
import TestSupport
import Testing

/// Type erasers that call `encode(to:)` of an object, in every kind and place.
@Suite struct `Objects in type erasers` {
  // Classes.
  typealias Person = DynamicClasses.Animal
  /// Gives its encoder to its superclass.
  typealias Dog = DynamicClasses.Dog

  /// Has a super encoder for its superclass.
  final class Pupil: Person {
    var form: Int
    init(name: String, form: Int) {
      self.form = form
      super.init(name: name)
    }
    private enum CodingKeys: CodingKey { case form }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      form = try container.decode(Int.self, forKey: .form)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(form, forKey: .form)
      try super.encode(to: container.superEncoder())
    }
  }

  final class Text: SingleValueCodable {
    let value: String
    init(_ value: String) { self.value = value }
  }

  final class Fields: FieldCodable {
    var name: String
    init(name: String) { self.name = name }
    init(from fields: inout FieldDecoder) throws { name = try fields.decode("name") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(name, "name") }
  }

  final class Phases: TwoPhaseCodable {
    var name = ""
    var next: Phases?
    func decode(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      next = try fields.decode("next")
    }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(next, "next")
    }
  }

  final class Parent: Codable {
    var child: Parent?
    @BackReference var parent: Parent? = nil
  }

  final class Properties: PropertyCodable {
    var name = ""
  }

  // Erasers.

  protocol Eraser: Codable {
    associatedtype Value: Codable
    var value: Value { get }
    init(_ value: Value)
  }

  /// An eraser that calls the functions of the object.
  typealias Calling = InPlace.Through
  /// One that has the object below a key.
  typealias Nesting = InPlace.Below
  /// One with a discriminator among the keys of the object.
  typealias Discriminating = InPlace.Tagged
  /// A class.
  typealias Wrapper = InPlace.ThroughObject

  /// One that decodes through a container only.
  struct Containing<Value: Codable>: Eraser, SingleValueCodable {
    var value: Value
    init(_ value: Value) { self.value = value }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  /// One that has any value.
  struct Existential<Value: Codable>: Eraser {
    let value: Value
    let any: any Codable
    init(_ value: Value) { (self.value, any) = (value, value) }
    init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
    func encode(to encoder: any Encoder) throws { try any.encode(to: encoder) }
  }

  /// An enum that stands for values of several types.
  enum Either<Value: Codable>: Eraser {
    case number(Int)
    case value(Value)
    init(_ value: Value) { self = .value(value) }
    var value: Value {
      guard case .value(let value) = self else { preconditionFailure("a number") }
      return value
    }
    init(from decoder: any Decoder) throws {
      if let number = try? decoder.singleValueContainer().decode(Int.self) {
        self = .number(number)
      } else {
        self = .value(try Value(from: decoder))
      }
    }
    func encode(to encoder: any Encoder) throws {
      switch self {
      case .number(let number):
        var container = encoder.singleValueContainer()
        try container.encode(number)
      case .value(let value): try value.encode(to: encoder)
      }
    }
  }

  /// One that writes by hand.
  struct ByHand<Value: FieldCodable>: FieldCodable, Eraser {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from fields: inout FieldDecoder) throws { value = try Value(from: &fields) }
    func encode(to fields: inout FieldEncoder) throws { try value.encode(to: &fields) }
  }

  final class Box<Value: Codable>: Codable {
    var value: Value
    var other: [Value]
    init(_ value: Value) { (self.value, other) = (value, [value]) }
  }

  /// Archives an object in an eraser at each place, and compares what comes back.
  private func expect<E: Eraser>(
    _ value: E.Value, in type: E.Type, _ content: (E.Value) -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (expected, eraser) = (content(value), E(value))
    func expect(_ copies: [E]) {
      for copy in copies {
        #expect(content(copy.value) == expected, "\(E.self)", sourceLocation: sourceLocation)
      }
    }
    expect([try convert(eraser, to: E.self)])
    expect(try convert([eraser, eraser], to: [E].self))
    expect(Array(try convert(["key": eraser], to: [String: E].self).values))
    expect([try #require(try convert(Optional(eraser), to: E?.self))])
    let box = try convert(Box(eraser), to: Box<E>.self)
    expect([box.value] + box.other)
    let late = try Unarchiver(ArchiveReader(opening: SteleEncoder().encode(Box(eraser)))).decode(
      Box<E>.self)
    expect([late.value] + late.other)
  }

  private func expectInAll<Value: Codable>(
    _ value: Value, isKeyed: Bool = true, _ content: (Value) -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(value, in: Calling.self, content, sourceLocation: sourceLocation)
    try expect(value, in: Existential.self, content, sourceLocation: sourceLocation)
    try expect(value, in: Nesting.self, content, sourceLocation: sourceLocation)
    try expect(value, in: Either.self, content, sourceLocation: sourceLocation)
    try expect(value, in: Wrapper.self, content, sourceLocation: sourceLocation)
    guard isKeyed else { return }
    try expect(value, in: Containing.self, content, sourceLocation: sourceLocation)
    try expect(value, in: Discriminating.self, content, sourceLocation: sourceLocation)
  }

  @Test func `objects of every kind of class come back`() throws {
    try expectInAll(Person(name: "Ann")) { $0.name }
    try expectInAll(Fields(name: "Ann")) { $0.name }
    try expect(Fields(name: "Ann"), in: ByHand.self) { $0.name }
    let phases = Phases()
    phases.name = "Ann"
    try expectInAll(phases) { $0.name }
    let properties = Properties()
    properties.name = "Ann"
    try expectInAll(properties) { $0.name }
    try expectInAll(Text("Ann"), isKeyed: false) { $0.value }
  }

  @Test func `a value in place of an object is read by its initialiser`() throws {
    let failure = try failure(converting: [Containing(Text("Ann"))], to: [Containing<Text>].self)
    #expect(failure == CodingFailure(.typeMismatch, "[0]", .wrongType(.string)))
    expectText("Text(from: decoder).", of: failure)
  }

  @Test func `objects of subclasses come back, whichever encoder they give to super`() throws {
    try expectInAll(Dog(name: "Ann", breed: "Pug")) { "\($0.name) \($0.breed)" }
    try expectInAll(Pupil(name: "Ann", form: 3)) { "\($0.name) \($0.form)" }
  }

  @Test func `what an object refers to keeps its identity`() throws {
    let box = Box(Tag("Ann"))
    try expectInAll(box) { "\($0.other.count) \($0.other[0] === $0.value)" }
    let pair = try convert([Calling(box), Calling(box)], to: [Calling<Box<Tag>>].self)
    #expect(pair[0].value.value === pair[1].value.value)
  }

  @Test func `an object is a value in its eraser, and has a copy in each`() throws {
    let person = Person(name: "Ann")
    let copies = try convert([Calling(person), Calling(person)], to: [Calling<Person>].self)
    #expect(copies[0].value !== copies[1].value)
    let phases = Phases()
    phases.next = phases
    let copy = try convert(Calling(phases), to: Calling<Phases>.self).value
    let object = try #require(copy.next)
    #expect(object !== copy)
    #expect(object.next === object)
  }

  @Test func `a back reference to an object that is only a value is empty`() throws {
    let (parent, child) = (Parent(), Parent())
    parent.child = child
    child.parent = parent
    let copy = try convert(Calling(parent), to: Calling<Parent>.self).value
    #expect(copy.child?.parent == nil)
    let contained = try convert(Disguised(parent), to: Disguised<Parent>.self).value
    #expect(contained.child?.parent === contained)
  }

  @Test func `a container keeps the identity of an object`() throws {
    let person = Person(name: "Ann")
    let copies = try convert([Disguised(person), Disguised(person)], to: [Disguised<Person>].self)
    #expect(copies[0].value === copies[1].value)
  }

  @Test func `classes that have a key of the same name are refused, with the way out`() throws {
    func check<E: Eraser>(_ eraser: E, _ path: String) throws {
      let failure = failure(encoding: eraser)
      #expect(failure == CodingFailure(.invalidValue, path, .duplicateKey("name")), "\(E.self)")
      expectText("as in container.encode(object)", of: failure)
    }
    let alias = Inheritance.Dog(name: "Ann", breed: "Pug", nickname: "A.")
    try check(Calling(alias), "name")
    try check(Containing(alias), "name")
    try check(Discriminating(alias), "name")
    try check(Nesting(alias), "value.name")
    try check(Either(alias), "name")
    try check(Wrapper(alias), "name")
    let copy = try convert(Disguised(alias), to: Disguised<Inheritance.Dog>.self).value
    #expect("\(copy.name) \(copy.nickname)" == "Ann A.")
  }

  @Test func `a discriminator beside an object without keys is refused, with the way out`() throws {
    let failure = failure(encoding: Discriminating(Text("Ann")))
    #expect(failure == CodingFailure(.invalidValue, "kind", .coderIsFinished))
    expectText("as in container.encode(value, forKey: .value)", of: failure)
  }
}

extension InPlace.Through: `Objects in type erasers`.Eraser {}
extension InPlace.Below: `Objects in type erasers`.Eraser {}
extension InPlace.Tagged: `Objects in type erasers`.Eraser {}
extension InPlace.ThroughObject: `Objects in type erasers`.Eraser {}
