import Stele
import SteleModel
import TestSupport
import Testing

/// The forms in which archives and classes are handed to the library.
struct EntryPointTests {
  @Test func `archives are taken as arrays, slices, other collections and spans`() throws {
    let bytes = try SteleEncoder().encode([1, 2, 3])
    let padded = [0] + bytes + [0]
    let slice = padded[1..<padded.count - 1]
    let collection = ContiguousArray(bytes)
    let span = collection.span
    // Safe: an array of bytes has no padding.
    let raw = unsafe span.bytes
    let decoder = SteleDecoder()

    #expect(try decoder.decode([Int].self, from: slice) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: collection) == [1, 2, 3])
    let decoded = try decoder.decode([Int].self, from: span)
    #expect(decoded == [1, 2, 3])
    let decodedRaw = try decoder.decode([Int].self, from: raw)
    #expect(decodedRaw == [1, 2, 3])

    #expect(try Unarchiver(slice).decode([Int].self) == [1, 2, 3])
    let unarchiver = try Unarchiver(span)
    #expect(try unarchiver.decode([Int].self) == [1, 2, 3])
    let unarchiverOfRaw = try Unarchiver(raw)
    #expect(try unarchiverOfRaw.decode([Int].self) == [1, 2, 3])

    let graph = try ArchiveGraph(bytes)
    #expect(try ArchiveGraph(slice) == graph)
    let graphOfSpan = try ArchiveGraph(span)
    #expect(graphOfSpan == graph)
    let graphOfRaw = try ArchiveGraph(raw)
    #expect(graphOfRaw == graph)

    #expect(try ArchiveReader(opening: slice).roots() == graph.roots)
    let archive = try ArchiveReader(opening: span)
    #expect(try archive.roots() == graph.roots)
    let archiveOfRaw = try ArchiveReader(opening: raw)
    #expect(try archiveOfRaw.roots() == graph.roots)
  }

  @Test func `what is no archive is refused in each form`() throws {
    let bytes: [UInt8] = [1, 2, 3]
    let error = try #require(throws: ArchiveError.self) { try ArchiveReader(opening: bytes) }
    #expect(throws: error) { try ArchiveReader(opening: bytes[...]) }
    #expect(throws: error) { try ArchiveGraph(bytes[...]) }
    #expect(throws: error) { try ArchiveGraph(ContiguousArray(bytes).span) }
    #expect(throws: DecodingError.self) { try SteleDecoder().decode(Int.self, from: bytes[...]) }
    #expect(throws: DecodingError.self) { try Unarchiver(bytes[...]) }
  }

  class Pet: Codable {}
  final class Dog: Pet {}
  final class Cat: Pet {}

  @Test func `classes are allowed one by one, as an array and as existential metatypes`() throws {
    let pets = try SteleEncoder().encode([Dog(), Cat()])
    func kinds(_ configure: (inout SteleDecoder) -> Void) throws -> [String] {
      var decoder = SteleDecoder()
      configure(&decoder)
      return try decoder.decode([Pet].self, from: pets).map { "\(type(of: $0))" }
    }
    let types: [any (AnyObject & Decodable).Type] = [Dog.self, Cat.self]
    let sendable: [any (AnyObject & Decodable & SendableMetatype).Type] = [Dog.self, Cat.self]
    let subclasses: [Pet.Type] = [Dog.self, Cat.self]
    #expect(try kinds { $0.allow(Dog.self, Cat.self) } == ["Dog", "Cat"])
    #expect(try kinds { $0.allow([Dog.self, Cat.self]) } == ["Dog", "Cat"])
    #expect(try kinds { $0.allow(types) } == ["Dog", "Cat"])
    #expect(try kinds { $0.allow(sendable) } == ["Dog", "Cat"])
    #expect(try kinds { $0.allow(subclasses) } == ["Dog", "Cat"])
    #expect(try kinds { decoder in types.forEach { decoder.allow($0) } } == ["Dog", "Cat"])
    #expect(throws: DecodingError.self) { try kinds { $0.allow([Dog.self]) } }
    #expect(throws: DecodingError.self) { try kinds { $0.allow([]) } }
  }
}
