import Observation
import Stele
import Testing

// Everything in this target is isolated to the main actor, unless it is declared otherwise.

private final class Person: Codable, ArchiveDeclaring {
  var name: String
  var pets: [Pet] = []
  init(name: String) { self.name = name }
  static var archiveClass: ArchiveClass {
    ArchiveClass("Person", version: 2, keys: [.key("pets", since: 2, default: [Pet]())])
  }
}

private class Pet: Codable, ArchiveDeclaring {
  var name: String
  @BackReference var owner: Person?
  init(name: String) { self.name = name }
  class var archiveClass: ArchiveClass { ArchiveClass("Pet") }
}

private final class Dog: Pet {
  override class var archiveClass: ArchiveClass { ArchiveClass("Dog") }
}

@Observable private final class Folder: @MainActor Codable {
  var title: String
  @ObservationIgnored @BackReference var parent: Folder?
  var folders: [Folder] = []
  init(title: String) { self.title = title }

  private enum CodingKeys: String, CodingKey {
    case _title = "title"
    case parent
    case _folders = "folders"
  }
}

extension Folder: ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Folder") }
}

@Observable private final class Settings: @MainActor PropertyCodable, ArchiveDeclaring {
  var volume = 0.5
  @ObservationIgnored @BackReference var origin: Settings?
  static var archiveClass: ArchiveClass { ArchiveClass("Settings") }
}

nonisolated private struct Vertex: PackedStruct {
  var x: Float = 0
  var y: Float = 0
  static let packedKeys = [PackedKey<Vertex>("x", \.x), PackedKey("y", \.y)]
}

private struct Point: FieldCodable {
  var x: Double
  init(x: Double) { self.x = x }
  init(from fields: inout FieldDecoder) throws { x = try fields.decode("x") }
  func encode(to fields: inout FieldEncoder) throws { try fields.encode(x, "x") }
}

private final class Station: TwoPhaseCodable, AwakeAfterDecoding, ArchiveDeclaring {
  var next: Station?
  var isAwake = false
  static var archiveClass: ArchiveClass { ArchiveClass("Station") }
  func encode(to fields: inout FieldEncoder) throws { try fields.encode(next, "next") }
  func decode(from fields: inout FieldDecoder) throws { next = try fields.decode("next") }
  func awake() throws { isAwake = true }
}

nonisolated private class OldShape: Codable, ArchiveDeclaring {
  var isRound = true
  init() {}
  class var archiveClass: ArchiveClass { ArchiveClass("Shape") }
}

nonisolated private class Shape: Codable, ArchiveDeclaring {
  init() {}
  class var archiveClass: ArchiveClass {
    ArchiveClass(
      "Shape", version: 2, keys: [.retired("isRound", .bool)],
      successor: { old in
        try old.decode("isRound", as: Bool.self) == true ? Circle.self : nil
      })
  }
}

nonisolated private final class Circle: Shape {
  override class var archiveClass: ArchiveClass { ArchiveClass("Circle") }
}

/// The forms of the examples of the guides.
@Suite struct `Modules with the main actor as the default` {
  private func convert<T: Codable>(_ value: T, with decoder: SteleDecoder = SteleDecoder()) throws
    -> T
  {
    let bytes: [UInt8] = try SteleEncoder().encode(value)
    return try decoder.decode(T.self, from: bytes)
  }

  @Test func `classes of every kind are coded on the main actor`() throws {
    let ann = Person(name: "Ann")
    let rex = Dog(name: "Rex")
    (rex.owner, ann.pets) = (ann, [rex])
    let copy = try convert(ann, with: SteleDecoder(allowing: [Dog.self]))
    #expect(copy.pets[0] is Dog)
    #expect(copy.pets[0].owner === copy)
    #expect(try convert(Settings()).volume == 0.5)
    #expect(try convert(Station()).isAwake)
  }

  @Test func `an observable class with a wrapper states the isolation of its conformance`() throws {
    let folder = Folder(title: "a")
    folder.folders = [Folder(title: "b")]
    folder.folders[0].parent = folder
    let copy = try convert(folder)
    #expect(copy.folders[0].title == "b")
    #expect(copy.folders[0].parent === copy)
  }

  @Test func `a packed struct, and classes that a successor chooses, are not isolated`() throws {
    #expect(try convert([Vertex(x: 1, y: 2)])[0].y == 2)
    #expect(try convert([Point(x: 2)])[0].x == 2)
    let bytes: [UInt8] = try SteleEncoder().encode([OldShape()])
    let copy = try SteleDecoder(allowing: [Circle.self]).decode([Shape].self, from: bytes)
    #expect(copy[0] is Circle)
  }
}
