import Foundation
import Stele
import SteleNSCoding
import Testing

/// Versions of classes in one line, which Foundation has nothing like.
@Suite("Walk-through: automatic coding between versions")
struct ChangedClassWalkthrough {
  final class First: NSObject, PropertyCoding {
    var a = "a"
    var gone = 5
    var t = 1
    override init() {}
  }

  final class Second: NSObject, PropertyCoding {
    var a = "?"
    var new = ["default"]
    var optional: String? = "default"
    var t = 1.0
    override init() {}
  }

  final class Retyped: NSObject, PropertyCoding {
    var a = 3
    override init() {}
  }

  struct Place: Codable, Equatable {
    var x = 0
    var y = 0
  }

  enum Kind: String, Codable { case one, two }

  class Base: NSObject, PropertyCoding {
    var base = 0
    required override init() {}
  }

  final class Everything: Base {
    var number = 0
    var text = ""
    var place = Place()
    var kind = Kind.one
    var list: [String] = []
    var inner: Everything?
    var flag = false
    var real: Float = 0
    var none: String?
  }

  private func read<Object: NSObject>(_ object: First, as type: Object.Type) throws -> Object? {
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: Coders.stele.data(of: object))
    unarchiver.setClass(type, forClassName: "SteleNSCodingTests.ChangedClassWalkthrough.First")
    return try unarchiver.object(of: [type], forKey: "root") as? Object
  }

  @Test func `a property is added, removed and widened, and one that is absent keeps its default`()
    throws
  {
    let first = First()
    (first.a, first.t) = ("v1", 7)
    let second = try #require(try read(first, as: Second.self))
    #expect(second.a == "v1")
    #expect(second.new == ["default"])
    #expect(second.optional == "default")
    #expect(second.t == 7)
  }

  @Test func `a property that becomes another type is an error`() {
    #expect(throws: (any Error).self) { try read(First(), as: Retyped.self) }
  }

  @Test func `all kinds of properties of a subclass come back, asked for by the superclass`()
    throws
  {
    let object = Everything()
    (object.number, object.text, object.base, object.flag, object.real) = (5, "s", 3, true, 1.5)
    (object.place, object.kind, object.list) = (Place(x: 1, y: 2), .two, ["x"])
    object.inner = Everything()
    let data = try Coders.stele.data(of: object)
    let base = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Base.self, from: data)
    let copy = try #require(base as? Everything)
    #expect(copy.number == 5)
    #expect(copy.base == 3)
    #expect(copy.text == "s")
    #expect(copy.place == Place(x: 1, y: 2))
    #expect(copy.kind == .two)
    #expect(copy.list == ["x"])
    #expect(copy.inner != nil)
    #expect(copy.flag)
    #expect(copy.real == 1.5)
    #expect(copy.none == nil)
  }
}
