import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Shared objects come back shared` {
  enum Payload: Codable { case one(Tag), two(Tag, label: Tag?), many([Tag]) }

  final class Everywhere: Codable {
    var property: Tag
    var optional: Tag?
    var twice: Tag??
    var list: [Tag]
    var optionals: [Tag?]
    var nested: [[Tag]]
    var set: Set<Tag>
    var values: [String: Tag]
    var keys: [Tag: Int]
    var one: Payload
    var two: Payload
    var many: Payload
    var holder: Holder<Tag>
    var holders: [Holder<[String: Tag?]>]

    init(_ tag: Tag) {
      (property, optional, twice) = (tag, tag, tag)
      (list, optionals, nested) = ([tag, tag], [nil, tag], [[], [tag]])
      (set, values, keys) = ([tag], ["k": tag], [tag: 1])
      (one, two, many) = (.one(tag), .two(tag, label: tag), .many([tag]))
      (holder, holders) = (Holder(tag), [Holder(["h": tag])])
    }

    var tags: [Tag] {
      var tags = [property] + list + [holder.value]
      tags += [optional, twice ?? nil, optionals[1], nested[1][0], set.first, values["k"]]
        .compactMap { $0 }
      tags += keys.keys
      if case .one(let tag) = one { tags.append(tag) }
      if case .two(let tag, let other?) = two { tags += [tag, other] }
      if case .many(let list) = many { tags += list }
      tags += holders.flatMap { $0.value.values.compactMap { $0 } }
      return tags
    }
  }

  @Test func `one object is one object wherever it stands`() throws {
    let everywhere = Everywhere(Tag("shared"))
    let bytes = try encoded(everywhere)
    #expect(try ArchiveReader(opening: bytes).objectCount == 2)
    let copy = try RoundTrip(hasCanonicalForm: false)(everywhere)
    #expect(copy.tags.count == 16)
    #expect(Set(copy.tags.map(ObjectIdentifier.init)).count == 1)
    #expect(copy.property.name == "shared")
    #expect(copy.optionals[0] == nil)
  }

  @Test func `equal objects stay distinct`() throws {
    let first = Tag("same")
    let second = Tag("same")
    let copy = try roundTrip([first, second, first, second])
    #expect(copy[0] === copy[2])
    #expect(copy[1] === copy[3])
    #expect(copy[0] !== copy[1])
    #expect(copy[0] == copy[1])
    let pairs = try roundTrip([["a": first], ["a": second], ["a": first]])
    #expect(pairs[0]["a"] === pairs[2]["a"])
    #expect(pairs[0]["a"] !== pairs[1]["a"])
  }

  @Test func `sharing goes through generics and opened existentials`() throws {
    struct Erased: Encodable {
      var value: any Encodable
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        func write(_ value: some Encodable) throws { try container.encode(value) }
        try write(value)
        try container.encode(value)
      }
    }
    let tag = Tag("t")
    let bytes = try encoded(Holder2(first: [tag], second: Erased(value: tag)))
    let copy = try SteleDecoder().decode(Copy.self, from: bytes)
    #expect(copy.first[0] === copy.second[0])
    #expect(copy.second[0] === copy.second[1])
    #expect(try ArchiveReader(opening: bytes).objectCount == 1)
  }
  struct Holder2<First: Encodable, Second: Encodable>: Encodable {
    var first: First
    var second: Second
  }
  struct Copy: Decodable { var first: [Tag], second: [Tag] }

  @Test func `objects from any part of memory are told apart`() async throws {
    final class Item: Codable, SimplyNamed, Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    // The first thread has its objects in a region of its own on many systems.
    let others = await MainActor.run { (0..<500).map { Item($0) } }
    let items = zip(others, (500..<1000).map { Item($0) }).flatMap { [$0, $1] }
    let copies = try convert([items, items.reversed(), others], to: [[Item]].self)
    #expect(copies[0].map(\.number) == items.map(\.number))
    #expect(copies[1].elementsEqual(copies[0].reversed(), by: ===))
    #expect(
      zip(copies[2], copies[0].enumerated().filter { $0.offset % 2 == 0 }).allSatisfy {
        $0 === $1.element
      })
    #expect(Set(copies[0].map { ObjectIdentifier($0) }).count == 1000)
  }
}
