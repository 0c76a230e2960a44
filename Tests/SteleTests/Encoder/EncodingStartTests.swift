import Stele
import SteleModel
import TestSupport
import Testing

/// Archives that are encoded one after the other: nothing that one leaves behind shows in the next.
struct EncodingStartTests {
  private struct Stop: Error {}

  private struct Point: Codable {
    var x = 1
    var y = 2
  }

  /// Writes the keys that it is told to.
  private final class Free: FieldCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Free") }
    let write: (inout FieldEncoder) throws -> Void

    init(_ write: @escaping (inout FieldEncoder) throws -> Void) { self.write = write }

    init(from fields: inout FieldDecoder) throws { write = { _ in } }

    func encode(to fields: inout FieldEncoder) throws { try write(&fields) }
  }

  private enum Keys: CodingKey { case name, number, other }

  /// The values that objects may write, one after the other.
  private static let writes: [@Sendable (inout FieldEncoder) throws -> Void] = [
    {
      try $0.encode("Ada", "name")
      try $0.encode(1, "number")
    },
    {
      try $0.encode("a name that is longer than a small string is", "name")
      try $0.encode(-70_000, "number")
    },
    {
      try $0.encode(1, "number")
      try $0.encode("Ada", "name")
    },
    { try $0.encode("Ada", "name") },
    { try $0.encode(1, "number") },
    { _ in },
    {
      try $0.encode("Ada", "name")
      try $0.encode(1, "number")
      try $0.encode(2, "other")
    },
    {
      try $0.encode("Ada", "name")
      try $0.encode(2, "other")
      try $0.encode(1, "number")
    },
    {
      try $0.encode("Ada", "name")
      try $0.encode(1.5, "number")
    },
    {
      try $0.encode("Ada" as String?, "name")
      try $0.encode(1 as Int?, "number")
    },
    {
      try $0.encode(nil as String?, "name")
      try $0.encode(nil as Int?, "number")
    },
    {
      try $0.encode(["Ada"], "name")
      try $0.encode([] as [Int], "number")
    },
    {
      try $0.encode("Ada", "name")
      try $0.encode(Point(), "number")
    },
    {
      try $0.encode(Point(), "other")
      try $0.encode("Ada", "name")
    },
    {
      try $0.encode("Ada", "name")
      try $0.encode([[1], []], "number")
    },
    {
      try $0.encode("Ada", "name")
      try $0.encode(Free { try $0.encode(1, "number") }, "other")
    },
    {
      try $0.encode("Ada", "name")
      var container = $0.encoder.container(keyedBy: Keys.self)
      try container.encode(2, forKey: .other)
      try container.encode(1, forKey: .number)
    },
    {
      var container = $0.encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .number)
      try container.encode("Ada", forKey: .name)
    },
    {
      var container = $0.encoder.unkeyedContainer()
      try container.encode(1)
    },
    {
      try $0.level(Free.self)
      try $0.encode("Ada", "name")
      try $0.encode(1, "number")
    },
  ]

  /// The bytes of an encoder that has nothing to begin with, as the one that could have has failed.
  private func alone(_ write: @escaping (inout FieldEncoder) throws -> Void) throws -> [UInt8] {
    #expect(throws: Stop.self) { try SteleEncoder().encode(Free { _ in throw Stop() }) }
    return try SteleEncoder().encode(Free(write))
  }

  @Test(arguments: writes.indices)
  func `an object has the same bytes whatever the one before it was`(index: Int) throws {
    let bytes = try verified(alone(Self.writes[index]))
    for write in Self.writes {
      _ = try alone(write)
      #expect(try SteleEncoder().encode(Free(Self.writes[index])) == bytes)
      #expect(try SteleEncoder().encode(Free(Self.writes[index])) == bytes)
    }
  }

  @Test func `what is said about the archive is that of each encoder`() throws {
    _ = try alone(Self.writes[0])
    var encoder = SteleEncoder()
    encoder.writer = "a program"
    encoder.metadata = [ArchiveNamedValue("about", .string, .string("this"))]
    let bytes = try verified(encoder.encode(Free(Self.writes[0])))
    #expect(try bytes != alone(Self.writes[0]))
    #expect(try encoder.encode(Free(Self.writes[0])) == bytes)
    encoder.outputFormatting = .canonical
    let canonical = try encoder.encode(Free(Self.writes[0]))
    #expect(try encoder.encode(Free(Self.writes[0])) == canonical)
    #expect(try SteleEncoder().encode(Free(Self.writes[0])) == alone(Self.writes[0]))
  }

  @Test func `an archive that begins with one root may go on with others`() throws {
    func archive() throws -> [UInt8] {
      let archiver = Archiver()
      for (index, write) in Self.writes.enumerated() {
        try archiver.encode(Free(write), root: "root \(index)")
      }
      return try archiver.finish()
    }
    #expect(throws: Stop.self) { try SteleEncoder().encode(Free { _ in throw Stop() }) }
    let bytes = try verified(archive())
    _ = try alone(Self.writes[0])
    #expect(try archive() == bytes)
  }

  private class Animal: FieldCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Animal") }
    var name = "any"

    init() {}

    required init(from fields: inout FieldDecoder) throws {}

    func encode(to fields: inout FieldEncoder) throws {
      try fields.level(Animal.self)
      try fields.encode(name, "name")
    }
  }

  private final class Dog: Animal {
    override class var archiveClass: ArchiveClass { ArchiveClass("Dog") }
    var age = 3

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Dog.self)
      try fields.encode(age, "age")
    }
  }

  @Test func `an object of a subclass does not begin as one of its superclass`() throws {
    let bytes = try verified(SteleEncoder().encode(Dog() as Animal))
    let animal = try verified(SteleEncoder().encode(Animal()))
    #expect(try SteleEncoder().encode(Dog() as Animal) == bytes)
    #expect(try SteleEncoder().encode(Animal()) == animal)
    #expect(try SteleEncoder().encode(Animal() as Animal?) != animal)
    #expect(try SteleEncoder().encode(Animal()) == animal)
  }

  @Test func `what an encoder is kept with does not keep the object`() throws {
    weak var released: Animal?
    do {
      let animal = Animal()
      released = animal
      _ = try SteleEncoder().encode(animal)
    }
    #expect(released == nil)
  }
}
