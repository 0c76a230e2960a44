import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

/// A value of a Codable type.
private struct Badge: Codable, Equatable {
  var title: String
  var points: [Int]
  var color: Color?

  enum Color: String, Codable { case red, green }
}

/// A class that both worlds know.
final class Token: NSObject, NSSecureCoding, Codable {
  static var supportsSecureCoding: Bool { true }
  let number: Int

  init(number: Int) { self.number = number }

  init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }

  func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
}

/// A Codable class.
final class CodableNode: Codable {
  var name = ""
  var next: CodableNode?
}

@Suite("Codable values among NSCoding objects")
struct CodableInsideTests {
  @Test func `a value of a Codable type comes back`() throws {
    let badge = Badge(title: "a", points: [1, 2], color: .green)
    let archiver = SteleKeyedArchiver()
    try archiver.encodeEncodable(badge, forKey: "badge")
    try archiver.encodeEncodable([badge], forKey: "$badges")
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
    #expect(unarchiver.decodeDecodable(Badge.self, forKey: "badge") == badge)
    #expect(unarchiver.decodeDecodable([Badge].self, forKey: "$badges") == [badge])
    #expect(unarchiver.decodeDecodable(Badge.self, forKey: "none") == nil)
    #expect(unarchiver.error == nil)
    #expect(unarchiver.decodeDecodable(Int.self, forKey: "badge") == nil)
    #expect(unarchiver.error is DecodingError)
  }

  @Test func `objects of a Codable class keep their identity`() throws {
    let node = CodableNode()
    node.name = "a"
    let archiver = SteleKeyedArchiver()
    try archiver.encodeEncodable(node, forKey: "one")
    try archiver.encodeEncodable([node, node], forKey: "two")
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
    let one = unarchiver.decodeDecodable(CodableNode.self, forKey: "one")
    let two = unarchiver.decodeDecodable([CodableNode].self, forKey: "two")
    #expect(one?.name == "a")
    #expect(two?.first === one)
    #expect(two?.last === one)
  }

  @Test func `an object of a class of both worlds is one in either`() throws {
    let token = Token(number: 7)
    let archiver = SteleKeyedArchiver()
    archiver.encode(token, forKey: "object")
    try archiver.encodeEncodable([token], forKey: "values")
    archiver.encode([token], forKey: "list")
    #expect(try ArchiveGraph([UInt8](archiver.archivedData())).objects.count == 1)
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let object = unarchiver.decodeObject(of: Token.self, forKey: "object")
    #expect(object?.number == 7)
    #expect(unarchiver.decodeArrayOfObjects(ofClass: Token.self, forKey: "list")?.first === object)
    #expect(unarchiver.decodeDecodable([Token].self, forKey: "values")?.first === object)
    #expect(unarchiver.error == nil)
  }

  @Test func `what a value throws is thrown`() throws {
    struct Failing: Encodable {
      struct Failure: Error {}
      func encode(to encoder: any Encoder) throws { throw Failure() }
    }
    let archiver = SteleKeyedArchiver()
    #expect(throws: Failing.Failure.self) {
      try archiver.encodeEncodable(Failing(), forKey: "value")
    }
    #expect(throws: Failing.Failure.self) { try archiver.archivedData() }
  }
}
