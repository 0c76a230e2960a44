import Foundation
import SteleNSCoding
import TestSupport
import Testing

/// A link of a chain, which changes the next one after it has been encoded.
private final class Link: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var number: Int
  var next: Link?
  /// The collection in which the next one is encoded.
  let wrap: (Link?) -> Any?

  init(_ number: Int, _ next: Link?, _ wrap: @escaping (Link?) -> Any?) {
    self.number = number
    self.next = next
    self.wrap = wrap
  }

  init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "number")
    wrap = { $0 }
    let classes: [AnyClass] = [Link.self, NSArray.self, NSDictionary.self, NSString.self]
    var content = coder.decodeObject(of: classes, forKey: "next")
    while let collection = content, !(collection is Link) {
      content = (collection as? NSArray)?.firstObject ?? (collection as? NSDictionary)?["key"]
    }
    next = content as? Link
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(wrap(next), forKey: "next")
    next?.number = -1
  }

  static func chain(_ count: Int, _ wrap: @escaping (Link?) -> Any? = { $0 }) -> Link? {
    var first: Link?
    for number in (0..<count).reversed() { first = Link(number, first, wrap) }
    return first
  }

  func release() {
    var link: Link? = self
    while let current = link {
      link = current.next
      current.next = nil
    }
  }
}

@Suite("Calls inside of each other")
struct DepthOfCallsTests {
  private func late(
    _ count: Int, _ format: Format,
    _ wrap: @escaping (Link?) -> Any? = { $0 }
  ) throws -> [Int] {
    let first = try #require(Link.chain(count, wrap))
    defer { first.release() }
    let unarchiver = try format.reading(naming: [("Link", Link.self)]) {
      $0.encode(first, forKey: "root")
    }
    var link = unarchiver.decodeObject(of: Link.self, forKey: "root")
    #expect(unarchiver.error == nil)
    defer { link?.release() }
    var late: [Int] = []
    var next = link
    for number in 0..<count {
      if next?.number != number { late.append(number) }
      next = next?.next
    }
    #expect(next == nil)
    link?.release()
    link = nil
    return late
  }

  @Test(arguments: Format.both)
  func `48 objects are encoded inside of each other, and the next one afterwards`(
    _ format: Format
  ) throws {
    #expect(try late(48, format) == [])
    #expect(try late(200, format) == [48, 97, 146, 195])
  }

  @Test(arguments: Format.both)
  func `collections of Foundation count as objects do`(_ format: Format) throws {
    #expect(try late(80, format) { $0.map { NSArray(object: $0) } } == [24, 49, 73])
  }

  @Test(arguments: Format.both)
  func `a chain of any length, in collections of any kind, takes little stack`(
    _ format: Format
  ) throws {
    let wraps: [@Sendable (Any?) -> Any?] = [
      { $0 }, { $0.map { NSArray(object: $0) } },
      { $0.map { NSDictionary(object: $0, forKey: "key" as NSString) } },
      { link in link.map { [$0] } }, { link in link.map { ["key": [["key": [$0]]]] } },
      { link in link.map { NSArray(object: ["key": [$0]]) } },
      { link in
        link.map { link in (0..<30).reduce(link) { inner, _ in [inner] } }
      },
    ]
    for wrap in wraps {
      try onStack {
        let first = Link.chain(1_000) { wrap($0) }
        defer { first?.release() }
        _ = try format.data(naming: [("Link", Link.self)]) { $0.encode(first, forKey: "root") }
      }
    }
  }
}
