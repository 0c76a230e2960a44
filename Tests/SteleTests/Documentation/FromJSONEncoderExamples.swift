import Foundation
import Stele
import SteleInspection
import SteleFoundation
import SteleModel
import TestSupport
import Testing

/// The examples of the page for those who know `JSONEncoder`.
@Suite struct `Examples for those who know JSONEncoder` {
  struct Order: Codable, Equatable {
    var number: Int
    var lines: [Line]
    var note: String?

    struct Line: Codable, Equatable {
      var article: String
      var price: Double
    }
  }

  private let order = Order(number: 7, lines: [.init(article: "Chisel", price: .nan)], note: nil)

  @Test func `a value is encoded and decoded`() throws {
    let order = Order(number: 7, lines: [.init(article: "Chisel", price: 12.5)])
    let bytes = try SteleEncoder().encode(order)
    let copy = try SteleDecoder().decode(Order.self, from: bytes)
    #expect(try ArchiveGraph(verified(bytes)).objects.isEmpty)
    #expect(copy == order)
  }

  @Test func `a value is encoded as data`() throws {
    let order = Order(number: 7, lines: [], note: "urgent")
    let data = try SteleEncoder().encodedData(order)
    let copy = try SteleDecoder().decode(Order.self, from: data)
    #expect(copy == order)
  }

  enum Later {
    struct Order: Codable {
      var number: Int
      var customer: String
    }
  }

  @Test func `an error tells the place`() throws {
    let bytes = try SteleEncoder().encode(order)
    var report = ""
    do {
      _ = try SteleDecoder().decode(Later.Order.self, from: bytes)
    } catch DecodingError.keyNotFound(let key, let context) {
      report = "no \(key.stringValue) at \(context.codingPath)"
      if let error = context.underlyingError as? SteleCodingError {
        report += ", byte \(error.offset ?? 0), class \(error.className ?? "")"
      }
    }
    #expect(report.hasPrefix("no customer at []"))
    #expect(report.hasSuffix("class Order"))
  }

  final class Author: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  struct Library: Codable {
    var books: [Book]
  }

  struct Book: Codable {
    var title: String
    var author: Author
  }

  @Test func `an instance of a class is one object`() throws {
    let verne = Author(name: "Verne")
    let library = Library(books: [
      Book(title: "The Mysterious Island", author: verne),
      Book(title: "Michael Strogoff", author: verne),
    ])
    let bytes = try SteleEncoder().encode(library)
    let copy = try SteleDecoder().decode(Library.self, from: bytes)
    let isShared = copy.books[0].author === copy.books[1].author  // true
    #expect(isShared)
    #expect(try ArchiveGraph(verified(bytes)).objects.count == 1)
  }

  final class Folder: Codable {
    var name: String
    var children: [Folder] = []
    @BackReference var parent: Folder? = nil

    init(name: String) { self.name = name }

    func add(_ child: Folder) {
      children.append(child)
      child.parent = self
    }

    var path: String { parent.map { $0.path + "/" + name } ?? name }
  }

  @Test func `a child asks its parent in place of a stack in userInfo`() throws {
    let root = Folder(name: "root")
    let inner = Folder(name: "inner")
    inner.add(Folder(name: "leaf"))
    root.add(inner)
    let copy = try SteleDecoder().decode(
      Folder.self, from: verified(SteleEncoder().encode(root)))
    #expect(copy.path == "root")
    #expect(copy.children[0].children[0].path == "root/inner/leaf")
  }

  class Pet: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  final class Dog: Pet {
    var trick: String

    init(name: String, trick: String) {
      self.trick = trick
      super.init(name: name)
    }

    private enum CodingKeys: CodingKey { case trick }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      trick = try container.decode(String.self, forKey: .trick)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(trick, forKey: .trick)
    }
  }

  @Test func `a subclass comes back when it is allowed`() throws {
    let pets = [Pet(name: "Tom"), Dog(name: "Rex", trick: "roll over")]
    let bytes = try SteleEncoder().encode(pets)

    var decoder = SteleDecoder()
    decoder.allow(Dog.self)
    let copies = try decoder.decode([Pet].self, from: bytes)

    _ = try verified(bytes)
    #expect(copies.map(\.name) == ["Tom", "Rex"])
    #expect((copies[1] as? Dog)?.trick == "roll over")
    #expect(throws: DecodingError.self) { try SteleDecoder().decode([Pet].self, from: bytes) }
  }

  struct AnyEncodable: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  @Test func `a box that goes through a container keeps identity`() throws {
    let verne = Author(name: "Verne")
    let bytes = try SteleEncoder().encode([AnyEncodable(value: verne), AnyEncodable(value: verne)])
    #expect(try ArchiveGraph(verified(bytes)).objects.count == 1)
  }

  @Test func `the canonical form does not depend on the order of sets`() throws {
    let tags: Set = ["iron", "wood", "stone"]
    var encoder = SteleEncoder()
    encoder.outputFormatting = .canonical
    let bytes = try encoder.encode(tags)
    #expect(try encoder.encode(Set(tags.sorted())) == verified(bytes, isCanonical: true))
  }

  struct Drawing: Codable {
    var title: String
    var strokes: [[Double]]
    var thumbnail: [UInt8]?  // has no key: nil after decoding

    private enum CodingKeys: CodingKey { case title, strokes }
  }

  @Test func `a property without a coding key is left out`() throws {
    let drawing = Drawing(title: "Oak", strokes: [[1, 2]], thumbnail: [1])
    let copy = try roundTrip(drawing, isOrdered: true)
    #expect(copy.title == "Oak" && copy.strokes == [[1, 2]] && copy.thumbnail == nil)
  }

  @Test func `an archive is shown as text`() throws {
    let bytes = try SteleEncoder().encode(Author(name: "Verne"))
    print(try ArchiveGraph(bytes).notation())
    #expect(try ArchiveGraph(bytes).notation().contains("Verne"))
  }
}

// The names that the types have outside of the suite.
extension `Examples for those who know JSONEncoder`.Later.Order: SimplyNamed {}
