import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

/// Errors name the place, the type that the program asks for, and the way out.
@Suite struct `Texts of coding errors` {
  struct One<Value: Codable>: Codable { var value: Value }

  private func textOfDecoding<Value: Codable>(_ type: Value.Type, _ other: some Codable) -> String {
    text { try convert(One(value: other), to: One<Value>.self) }
  }

  private func text<Result>(_ body: () throws -> Result) -> String {
    explanation(of: body) ?? "no error"
  }

  @Test func `the type is the one that the program asks for, not its form in other formats`() {
    #expect(textOfDecoding(Date.self, "x").contains("the program asks for Date."))
    #expect(textOfDecoding(Decimal.self, "x").contains("the program asks for Decimal."))
    #expect(textOfDecoding(Data.self, 1).contains("the program asks for Data."))
    #expect(textOfDecoding(URL.self, 1).contains("the program asks for URL."))
    #expect(textOfDecoding(UUID.self, 1).contains("the program asks for UUID."))
  }

  enum Choice: Codable { case first(Int), second }
  struct NoChoice: Codable {
    var first = ["_0": 1]
    var second = ["x": 2]
  }
  struct Thrower: Codable {
    init() {}
    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "It is odd."))
    }
  }

  final class Holder: Codable, SimplyNamed {
    var choices: [Choice] = []
  }

  final class Given: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Holder") }
    var choices = [NoChoice()]
  }

  @Test func `an error of the standard library or of the program has path, object and byte`() {
    let bare = /Cannot decode value\[0\] at byte \d+: invalid number of keys found, expected one\./
    #expect(textOfDecoding([Choice].self, [NoChoice()]).wholeMatch(of: bare) != nil)
    let thrown = /Cannot decode value\[0\] at byte \d+: it is odd\./
    #expect(textOfDecoding([Thrower].self, [Thrower()]).wholeMatch(of: thrown) != nil)
    let text = text { try convert([Given()], to: [Holder].self) }
    let inside =
      /Cannot decode \[0\]\.choices\[0\] \(Holder, object 1\) at byte \d+: invalid number of keys found, expected one\./
    #expect(text.wholeMatch(of: inside) != nil, "\(text)")
  }

  struct Odd: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        1, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "It is odd."))
    }
  }

  struct OddOnes: Encodable { var ones = [Odd()] }

  @Test func `an error that a program throws when it encodes has a path`() {
    #expect(text { try SteleEncoder().encode(OddOnes()) } == "Cannot encode ones[0]: it is odd.")
  }

  @Test func `equal bytes in a set are explained by NaN`() {
    let text = text { try SteleEncoder().encode(Set([Double.nan, Double.nan])) }
    #expect(text.contains("as NaN is not equal to NaN"))
  }

  final class Node: Codable {
    weak var parent: Node?
    var children: [Node] = []
  }

  @Test func `a cycle through a weak property is explained`() {
    let (parent, child) = (Node(), Node())
    parent.children = [child]
    child.parent = parent
    let text = text { try SteleEncoder().encode(parent) }
    #expect(text.contains("Codable writes a weak var like a strong reference."))
  }

  final class Other: Codable { init() {} }

  @Test func `an object of another class is named`() throws {
    let unarchiver = try Unarchiver(SteleEncoder().encode(Other()))
    let failure = failure { try unarchiver.decode(Node.self, object: 1) }
    #expect(failure?.underlying?.object == 1)
  }

  @Test func `an archive after the end of another one is explained`() throws {
    let bytes = try SteleEncoder().encode(1)
    let text = text { try SteleDecoder().decode(Int.self, from: bytes + bytes) }
    #expect(text.contains("the archive ends here, and something follows the end (rule F3)"))
    let error = #expect(throws: ArchiveError.self) { try ArchiveReader.check(bytes + bytes) }
    #expect(error == ArchiveError(.headerCheck, at: bytes.count - 8))
  }

  // Containers of one value

  class First: Encodable {
    var first = "a"
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(first)
    }
  }

  final class Second: First {
    var second = "b"
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var list = encoder.unkeyedContainer()
      try list.encode(second)
    }
  }

  struct Twice: Encodable {
    func encode(to encoder: any Encoder) throws {
      for item in ["a", "b"] {
        var list = encoder.unkeyedContainer()
        try list.encode(item)
      }
    }
  }

  struct MixedValue: Encodable {
    func encode(to encoder: any Encoder) throws { try Mixed.encode(to: encoder) }
  }
  final class Mixed: Encodable {
    static func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      var single = encoder.singleValueContainer()
      try single.encode(2)
    }
    func encode(to encoder: any Encoder) throws { try Self.encode(to: encoder) }
  }

  @Test func `a second container without keys for one value is an error, in structs and classes`() {
    for text in [
      text { try SteleEncoder().encode(Twice()) },
      text { try SteleEncoder().encode(Second()) },
      text { try SteleEncoder().encode(MixedValue()) },
      text { try SteleEncoder().encode(Mixed()) },
    ] {
      #expect(
        text.contains("containers of two kinds, or two without keys, were requested for one value"))
    }
  }

  // Classes that are written as one value

  class Tag: Codable {
    var text: String
    init(_ text: String) { self.text = text }
    required init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  final class SpecialTag: Tag {}

  final class CallingTag: Tag {
    override func encode(to encoder: any Encoder) throws { try super.encode(to: encoder) }
  }

  final class LargeTag: Tag { var size = 1 }

  @Test func `a class with a single value may have a subclass that adds nothing`() throws {
    let decoder = SteleDecoder(allowing: [SpecialTag.self, CallingTag.self])
    let copies = try convert(
      [SpecialTag("a"), CallingTag("b"), Tag("c")] as [Tag], to: [Tag].self, with: decoder)
    #expect(copies.map(\.text) == ["a", "b", "c"])
    #expect(copies[0] is SpecialTag && copies[1] is CallingTag)
    let lost = failure(encoding: [LargeTag("a")] as [Tag])
    #expect(lost?.reason == .lostProperties(["Tag.text"]))
  }
}
