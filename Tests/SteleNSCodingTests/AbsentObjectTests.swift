import Foundation
import SteleNSCoding
import Testing

/// An object whose initialiser always returns nil.
final class Unmakeable: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) { coder.encode(1, forKey: "x") }
}

@Suite("Initialisers that return nil")
struct AbsentObjectTests {
  final class Holder: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var refusing: Unmakeable?
    var text = ""

    init(_ text: String) {
      self.text = text
      refusing = Unmakeable()
    }

    init?(coder: NSCoder) {
      refusing = coder.decodeObject(of: Unmakeable.self, forKey: "refusing")
      text = (coder.decodeObject(of: NSString.self, forKey: "text") as String?) ?? ""
    }

    func encode(with coder: NSCoder) {
      coder.encode(refusing, forKey: "refusing")
      coder.encode(text, forKey: "text")
    }
  }

  final class Line: NSObject, PropertyCoding {
    var refusing: Unmakeable? = Unmakeable()
    var kept = Unmakeable()
    var list: [Unmakeable] = []
    var text = ""
    override init() {}
  }

  @Test(arguments: Format.both)
  func `the object is nil, and the rest of the graph comes back`(_ format: Format) throws {
    let unarchiver = try format.reading([Holder("a"), Holder("b")])
    let holders = try unarchiver.object(of: [NSArray.self, Holder.self], forKey: "root")
    #expect((holders as? [Holder])?.map(\.text) == ["a", "b"])
    #expect((holders as? [Holder])?.allSatisfy { $0.refusing == nil } == true)
  }

  @Test(arguments: Format.both)
  func `a property in one line is nil, or stays what its initialiser has made`(
    _ format: Format
  ) throws {
    let line = Line()
    line.text = "text"
    line.list = [Unmakeable()]
    let copy = try format.reading(line).object(of: [Line.self], forKey: "root") as? Line
    #expect(copy?.text == "text")
    #expect(copy?.refusing == nil)
    #expect(copy?.list.isEmpty == true)
  }

  @Test(arguments: Format.both)
  func `collections leave the object out`(_ format: Format) throws {
    let uuid = NSUUID()
    func content(_ collection: Any) throws -> NSObject? {
      let classes: [AnyClass] = [
        Unmakeable.self, NSUUID.self, NSArray.self, NSDictionary.self, NSSet.self,
        NSOrderedSet.self, NSCountedSet.self, NSString.self,
      ]
      return try format.reading(collection).object(of: classes, forKey: "root") as? NSObject
    }
    #expect(try content([Unmakeable(), uuid, Unmakeable()]) == NSArray(array: [uuid]))
    #expect(try content(NSMutableArray(array: [Unmakeable(), uuid])) == NSArray(array: [uuid]))
    #expect(try content(["a": Unmakeable(), "b": uuid]) == NSDictionary(dictionary: ["b": uuid]))
    #expect(
      try content(NSMutableDictionary(dictionary: ["a": Unmakeable(), "b": uuid]))
        == NSDictionary(dictionary: ["b": uuid]))
    #expect(try content(NSMutableSet(array: [Unmakeable(), uuid])) == NSSet(object: uuid))
    #expect(try content(NSOrderedSet(array: [Unmakeable(), uuid])) == NSOrderedSet(object: uuid))
    let counted = NSCountedSet(array: [Unmakeable(), uuid, uuid])
    #expect((try content(counted) as? NSCountedSet)?.count(for: uuid) == 2)
  }

  @Test(arguments: Format.both)
  func `a root is nil, and the calls that throw say why`(_ format: Format) throws {
    let unarchiver = try format.reading(Unmakeable())
    #expect(unarchiver.decodeObject(of: Unmakeable.self, forKey: "root") == nil)
    #expect(unarchiver.error == nil)
    #expect(
      throws: KeyedCodingError(
        .initialiserFailed, className: "SteleNSCodingTests.Unmakeable", key: "root")
    ) {
      try unarchiver.object(of: [Unmakeable.self], forKey: "root")
    }
  }

  @Test(arguments: Format.both)
  func `under the policy of raising it is an error with the path`(_ format: Format) throws {
    let unarchiver = try format.reading(Holder("a"))
    unarchiver.decodingFailurePolicy = .raiseException
    let error = #expect(throws: KeyedCodingError.self) {
      try unarchiver.object(of: [Holder.self], forKey: "root")
    }
    #expect(error?.reason == .initialiserFailed)
    #expect(error?.className == "SteleNSCodingTests.Unmakeable")
  }
}
