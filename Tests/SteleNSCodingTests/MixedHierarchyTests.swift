import Foundation
import Stele
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// Classes that are coded by hand and in one line, above and below each other.
@Suite("Hierarchies of both kinds of classes")
struct MixedHierarchyTests {
  class ByHand: NSObject, NSSecureCoding {
    class var supportsSecureCoding: Bool { true }
    var title = ""
    private var secret = "by hand"

    override init() {}

    required init?(coder: NSCoder) {
      title = (coder.decodeObject(of: NSString.self, forKey: "title") as String?) ?? ""
      secret = (coder.decodeObject(of: NSString.self, forKey: "secret") as String?) ?? ""
    }

    func encode(with coder: NSCoder) {
      coder.encode(title, forKey: "title")
      coder.encode(secret, forKey: "secret")
    }

    var handSecret: String {
      get { secret }
      set { secret = newValue }
    }
  }

  /// In one line below by hand: its own properties need no lines.
  class OneLine: ByHand, PropertyCoding {
    override class var supportsSecureCoding: Bool { true }
    var count = 0
    var names: [String] = []
    var other: OneLine?
    private var secret = "one line"
    required override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }

    var lineSecret: String {
      get { secret }
      set { secret = newValue }
    }
  }

  /// In one line below that.
  final class Lowest: OneLine {
    var tag: HashedElementTests.Tag?
    private var secret = "lowest"

    var lowestSecret: String {
      get { secret }
      set { secret = newValue }
    }
  }

  @Test(arguments: Format.both)
  func `a class in one line below one by hand has the properties of both`(format: Format) throws {
    let object = Lowest()
    object.title = "T"
    object.handSecret = "1"
    object.count = 7
    object.names = ["a", "b"]
    object.other = OneLine()
    object.other?.title = "other"
    object.lineSecret = "2"
    object.tag = HashedElementTests.Tag(5)
    object.lowestSecret = "3"
    let copy = try format.copy(object)
    #expect((copy.title, copy.handSecret, copy.count) == ("T", "1", 7))
    #expect((copy.names, copy.other?.title) == (["a", "b"], "other"))
    #expect((copy.lineSecret, copy.tag?.number, copy.lowestSecret) == ("2", 5, "3"))
  }

  @Test func `the properties of each class are at its level`() throws {
    let data = try archive(Lowest())
    let entries = try ArchiveGraph([UInt8](data)).classes.entries
    #expect(
      entries.map { $0.keys.map(\.name) } == [
        ["title", "secret"], ["count", "names", "other", "secret"], ["tag", "secret"],
      ])
  }

  @Test func `a cycle below a class by hand is refused when it is encoded`() throws {
    let object = OneLine()
    object.other = object
    defer { object.other = nil }
    let refused = failure { try Format.stele.copy(object) }
    let key = "SteleNSCodingTests.MixedHierarchyTests.OneLine.other"
    #expect((refused?.kind, refused?.reason) == (.invalidValue, .strongCycle([key])))
  }

  /// In one line, and by hand as well.
  class Both: NSObject, PropertyCoding {
    var name = ""
    required override init() {}
    required init?(coder: NSCoder) {
      name = (coder.decodeObject(of: NSString.self, forKey: "NAME") as String?) ?? ""
      super.init()
    }
    func encode(with coder: NSCoder) { coder.encode(name, forKey: "NAME") }
  }

  /// By hand below that, where `override` compiles.
  final class BelowBoth: Both {
    var size = 0
    required init() { super.init() }
    required init?(coder: NSCoder) {
      size = coder.decodeInteger(forKey: "SIZE")
      super.init(coder: coder)
    }
    override func encode(with coder: NSCoder) {
      super.encode(with: coder)
      coder.encode(size, forKey: "SIZE")
    }
  }

  /// By hand below one line, in a class that declares NSCoding.
  final class SaysNSCoding: OneLineTop, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    required init() { super.init() }
    required init?(coder: NSCoder) { super.init() }
  }

  @Test func `a class that says NSCoding below one line is refused at its first object`() throws {
    for format in Format.both {
      let error = #expect(throws: KeyedCodingError.self) { try format.data(of: SaysNSCoding()) }
      #expect(error?.reason == .codesItself)
    }
  }

  @Test(arguments: [Both.self, BelowBoth.self] as [Both.Type])
  func `a class in one line with code by hand is refused at its first object`(type: Both.Type)
    throws
  {
    let object = type.init()
    let name = String(reflecting: type)
    for format in Format.both {
      let error = #expect(throws: KeyedCodingError.self) { try format.data(of: object) }
      #expect((error?.reason, error?.className) == (.codesItself, name))
      #expect(error?.description.contains("finishDecoding(with:)") == true)
    }
  }

  @Test func `such a class is refused when it is decoded, too`() throws {
    let written: ClassNames = [("Name", HashedElementTests.Tag.self)]
    let unarchiver = try Format.stele.reading(naming: written, as: [("Name", Both.self)]) {
      $0.encode(HashedElementTests.Tag(1), forKey: "root")
    }
    let error = #expect(throws: KeyedCodingError.self) {
      try unarchiver.object(of: [Both.self], forKey: "root")
    }
    #expect(error?.reason == .codesItself)
  }

  /// Methods of this name that the compiler does not take for overriding ones are never called; the properties are archived.
  final class Shadowing: OneLineTop {
    var size = 0
    required init() { super.init() }
    func encode(with coder: NSCoder) { coder.encode(size, forKey: "SIZE") }
  }

  class OneLineTop: NSObject, PropertyCoding {
    var name = ""
    required override init() {}
  }

  @Test func `a class below one in one line has all its properties, whatever it declares`() throws {
    let object = Shadowing()
    object.name = "N"
    object.size = 3
    let copy = try Format.stele.copy(object)
    #expect((copy.name, copy.size) == ("N", 3))
  }
}
