import Foundation
import SteleNSCoding
import TestSupport
import Testing

/// An object that changes, and how.
struct ChangingObject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes the object, and what changes it.
  let make: @Sendable () -> (object: NSObject, change: () -> Void)

  init<Object: NSObject>(
    _ name: String, _ make: @escaping @Sendable () -> Object,
    _ change: @escaping @Sendable (Object) -> Void
  ) {
    testDescription = name
    self.make = {
      let object = make()
      return (object, { change(object) })
    }
  }

  static let all: [ChangingObject] = [
    ChangingObject("by hand", { Counter(1) }) { $0.count = 2 },
    ChangingObject("in one line", { tally(1) }) {
      $0.count = 2
      $0.parts.first?.count = 2
      $0.parts.append(Counter(2))
    },
    ChangingObject("array", { NSMutableArray(array: ["a", Counter(1)]) }) {
      ($0[1] as? Counter)?.count = 2
      $0.add("b")
    },
    ChangingObject("dictionary", { NSMutableDictionary(dictionary: ["a": 1]) }) { $0["a"] = 2 },
    ChangingObject("set", { NSMutableSet(array: ["a"]) }) { $0.add("b") },
    ChangingObject("counted set", { NSCountedSet(array: ["a"]) }) { $0.add("a") },
    ChangingObject("ordered set", { NSMutableOrderedSet(array: ["a"]) }) { $0.add("b") },
    ChangingObject("string", { NSMutableString(string: "a") }) { $0.append("b") },
    ChangingObject("bytes", { NSMutableData(data: Data([1])) }) { $0.append(Data([2])) },
    ChangingObject("many bytes", { NSMutableData(data: Data(repeating: 1, count: 100_000)) }) {
      $0.resetBytes(in: NSRange(location: 0, length: 100_000))
    },
  ]

  private static func tally(_ count: Int) -> Tally {
    let tally = Tally()
    tally.count = count
    tally.parts = [Counter(count)]
    return tally
  }
}

@Suite("The moment of encoding")
struct MomentTests {
  @Test(arguments: ChangingObject.all, Format.all)
  func `an object is archived as it is during the call, whatever is done to it afterwards`(
    _ kind: ChangingObject, _ format: Format
  ) throws {
    let wraps: [(NSObject) -> Any] = [
      { $0 }, { [$0] }, { ["key": $0] }, { NSArray(object: $0) }, { [["key": [$0]]] },
      { ScriptedObject(encoding: $0) },
    ]
    for (index, wrap) in wraps.enumerated() {
      let (object, change) = kind.make()
      let script = ScriptedObject { coder in
        coder.encode(wrap(object), forKey: "content")
        change()
      }
      let expected = kind.make().object
      let content = unwrapped(try format.copy(script).content)
      if let expected = expected as? NSCountedSet {
        // Foundation on Linux gives a set without elements for one that counts in another collection.
        guard let content = content as? NSCountedSet else { continue }
        #expect(content.count(for: "a") == expected.count(for: "a"), "\(index)")
      } else {
        #expect(content?.isEqual(expected) == true, "\(index)")
      }
    }
  }

  /// The innermost object.
  private func unwrapped(_ object: NSObject?) -> NSObject? {
    var object = object
    while true {
      if let list = object as? NSArray, list.count == 1 {
        object = list[0] as? NSObject ?? (list[0] as AnyObject as? NSObject)
      } else if let map = object as? NSDictionary, let inner = map["key"] {
        object = inner as? NSObject ?? (inner as AnyObject as? NSObject)
      } else if let script = object as? ScriptedObject {
        object = script.content
      } else {
        return object
      }
    }
  }

  @Test(arguments: Format.all)
  func `a property of a class in one line is archived as it is when its turn comes`(
    _ format: Format
  ) throws {
    let tally = Tally()
    tally.parts = [Counter(1)]
    let script = ScriptedObject { coder in
      coder.encode(tally.parts[0], forKey: "first")
      tally.parts[0].count = 2
      coder.encode(tally, forKey: "content")
    }
    let copy = try format.copy(script).content as? Tally
    // It was encoded by the first call.
    #expect(copy?.parts.map(\.count) == [1])
  }

  @Test(arguments: Format.all)
  func `an error of a part is that of the whole, and nothing is encoded after it`(
    _ format: Format
  ) throws {
    struct Unwilling: Error {}
    var log: [String] = []
    let part = ScriptedObject { coder in
      log.append("part")
      coder.failWithError(Unwilling())
      coder.encode(ScriptedObject { _ in log.append("part of the part") }, forKey: "content")
    }
    let whole = ScriptedObject { coder in
      coder.encode([1, part] as [Any], forKey: "content")
      log.append(coder.error is Unwilling ? "error" : "none")
      coder.encode(ScriptedObject { _ in log.append("other part") }, forKey: "other")
    }
    #expect(throws: Unwilling.self) { try format.reading { $0.encode(whole, forKey: "root") } }
    #expect(log == ["part", "error"])
  }

  @Test(arguments: Format.all)
  func `what cannot be encoded deep inside is named with its class and key`(
    _ format: Format
  ) throws {
    struct Plain {}
    let archiver = SteleKeyedArchiver(requiringSecureCoding: true, outputFormat: format)
    archiver.encode(Box([Box(NSArray(object: Box(Plain())))]), forKey: "root")
    #expect(
      archiver.refusal
        == KeyedCodingError(.notCoding, className: "Plain", key: "content", path: "Box.content"))
  }

  @Test(arguments: Format.all, [false, true])
  func `an archiver keeps neither itself nor objects, also after an error`(
    _ format: Format, _ fails: Bool
  ) {
    struct Unwilling: Error {}
    weak var kept: Counter?
    weak var keptArchiver: SteleKeyedArchiver?
    do {
      let counter = Counter(1)
      let archiver = SteleKeyedArchiver(requiringSecureCoding: true, outputFormat: format)
      (kept, keptArchiver) = (counter, archiver)
      let script = ScriptedObject { coder in
        coder.encode([counter], forKey: "content")
        if fails { coder.failWithError(Unwilling()) }
      }
      archiver.encode(NSArray(object: script), forKey: "one")
      archiver.encode([counter, script], forKey: "two")
      #expect(archiver.encodedData.isEmpty == fails)
    }
    #expect(kept == nil)
    #expect(keptArchiver == nil)
  }

  @Test func `large records inside of each other come back`() throws {
    final class Page: NSObject, PropertyCoding {
      var samples: [UInt32] = []
      var picture = Data()
      var name = ""
      var next: Page?
      required override init() {}
    }
    for (sampleCount, byteCount) in [(40_000, 0), (0, 200_000), (40_000, 200_000), (8_192, 1)] {
      var first: Page?
      for number in 0..<6 {
        let page = Page()
        page.samples = (0..<sampleCount).map { UInt32($0 &* (number + 1)) }
        page.picture = Data(repeating: UInt8(number), count: number == 3 ? 5 : byteCount)
        page.name = "page \(number)"
        page.next = first
        first = page
      }
      let unarchiver = try Format.stele.reading(naming: [("Page", Page.self)]) {
        $0.encode(first, forKey: "root")
      }
      var copy = unarchiver.decodeObject(of: Page.self, forKey: "root")
      #expect(unarchiver.error == nil)
      var count = 0
      while let page = first {
        #expect((copy?.samples, copy?.picture) == (page.samples, page.picture))
        #expect(copy?.name == page.name)
        (first, copy) = (page.next, copy?.next)
        count += 1
      }
      #expect(count == 6)
    }
  }
}

extension ScriptedObject {
  /// An object that encodes another one as its content.
  convenience init(encoding content: NSObject) {
    self.init { $0.encode(content, forKey: "content") }
  }
}
