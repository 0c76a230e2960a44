import Foundation
import Stele
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// Private properties of one name in several classes of a hierarchy, which come and go.
@Suite("Private properties of one name")
struct PrivatePropertyTests {
  /// The classes of a hierarchy in one version, in which each may have a secret.
  enum Upper {
    class Middle: All.Base { var size = 0 }
    final class Lowest: Middle {}
  }

  enum Lower {
    class Base: NSObject, PropertyCoding {
      var name = ""
      required override init() {}
    }
    class Middle: Base {
      var size = 0
      private var secret = "middle"
      func set(middle: String) { secret = middle }
      var middleSecret: String { secret }
    }
    final class Lowest: Middle {
      private var secret = "lowest"
      func set(lowest: String) { secret = lowest }
      var lowestSecret: String { secret }
    }
  }

  enum All {
    class Base: NSObject, PropertyCoding {
      var name = ""
      private var secret = "base"
      required override init() {}
      func set(base: String) { secret = base }
      var baseSecret: String { secret }
    }
    class Middle: Base {
      var size = 0
      private var secret = "middle"
      func set(middle: String) { secret = middle }
      var middleSecret: String { secret }
    }
    final class Lowest: Middle {
      private var secret = "lowest"
      func set(lowest: String) { secret = lowest }
      var lowestSecret: String { secret }
    }
  }

  private func archived(
    _ object: NSObject, as classes: ClassNames, in format: Format = .stele
  ) throws -> Data {
    try format.data(naming: classes) { $0.encode(object, forKey: "root") }
  }

  private func read<Object: NSObject>(
    _ data: Data, as type: Object.Type, _ classes: ClassNames, in format: Format = .stele
  ) throws -> Object {
    let unarchiver = try format.unarchiver(data, naming: classes)
    return try #require(try unarchiver.object(of: [type], forKey: "root") as? Object)
  }

  private let upper: ClassNames = [
    ("Base", All.Base.self), ("Middle", Upper.Middle.self), ("Lowest", Upper.Lowest.self),
  ]
  private let lower: ClassNames = [
    ("Base", Lower.Base.self), ("Middle", Lower.Middle.self), ("Lowest", Lower.Lowest.self),
  ]
  private let all: ClassNames = [
    ("Base", All.Base.self), ("Middle", All.Middle.self), ("Lowest", All.Lowest.self),
  ]

  @Test(arguments: Format.both)
  func `what a superclass drops is read by nobody else`(format: Format) throws {
    let object = All.Lowest()
    object.name = "N"
    object.size = 4
    object.set(base: "1")
    object.set(middle: "2")
    object.set(lowest: "3")
    let data = try archived(object, as: all, in: format)
    let same = try read(data, as: All.Lowest.self, all, in: format)
    #expect([same.baseSecret, same.middleSecret, same.lowestSecret] == ["1", "2", "3"])
    let without = try read(data, as: Lower.Lowest.self, lower, in: format)
    #expect([without.middleSecret, without.lowestSecret] == ["2", "3"])
    #expect((without.name, without.size) == ("N", 4))
    let top = try read(data, as: Upper.Lowest.self, upper, in: format)
    #expect(top.baseSecret == "1")
  }

  @Test
  func `what a subclass adds does not take the value of its superclass, and the other way round`()
    throws
  {
    let object = Upper.Lowest()
    object.set(base: "1")
    object.size = 4
    let copy = try read(archived(object, as: upper), as: All.Lowest.self, all)
    #expect([copy.baseSecret, copy.middleSecret, copy.lowestSecret] == ["1", "middle", "lowest"])
    #expect(copy.size == 4)
    let other = Lower.Lowest()
    other.name = "N"
    other.set(middle: "2")
    other.set(lowest: "3")
    let second = try read(archived(other, as: lower), as: All.Lowest.self, all)
    #expect([second.baseSecret, second.middleSecret, second.lowestSecret] == ["base", "2", "3"])
  }

  /// The upper one, which names the class whose secret it adopts.
  enum Declared {
    class Base: NSObject, PropertyCoding, ArchiveDeclaring {
      class var archiveClass: ArchiveClass {
        ArchiveClass("Base", keys: [.key("secret", movedFrom: "Middle")])
      }
      var name = ""
      private var secret = "base"
      required override init() {}
      var baseSecret: String { secret }
    }
    class Middle: Base {
      override class var archiveClass: ArchiveClass {
        ArchiveClass("Middle", keys: [.key("secret", movedFrom: "Middle")])
      }
      var size = 0
    }
    final class Lowest: Middle {
      override class var archiveClass: ArchiveClass {
        ArchiveClass("Lowest", keys: [.key("secret", movedFrom: "Middle")])
      }
    }
  }

  @Test
  func `what several classes have dropped is an error until it is declared whose value it is`()
    throws
  {
    let object = Lower.Lowest()
    object.name = "N"
    object.set(middle: "2")
    object.set(lowest: "3")
    let data = try archived(object, as: lower)
    let refused = failure { try read(data, as: Upper.Lowest.self, upper) }
    #expect((refused?.kind, refused?.reason) == (.dataCorrupted, .ambiguousKey("secret")))
    #expect(refused?.text.contains("movedFrom: \"Middle\"") == true)
    let declared: ClassNames = [
      ("Base", Declared.Base.self), ("Middle", Declared.Middle.self),
      ("Lowest", Declared.Lowest.self),
    ]
    let copy = try read(data, as: Declared.Lowest.self, declared)
    #expect((copy.baseSecret, copy.name) == ("2", "N"))
  }

  @Test func `what one class has dropped is an error where two look for it`() throws {
    let object = Upper.Lowest()
    object.set(base: "1")
    let error = #expect(throws: DecodingError.self) {
      try read(archived(object, as: upper), as: Lower.Lowest.self, lower)
    }
    #expect(String(describing: error).contains("it is not known for which level"))
  }

  @Test func `a keyed archive that does not tell whose property it had is refused`() throws {
    let object = Upper.Lowest()
    let data = try archived(object, as: upper, in: .binaryKeyedArchive)
    let error = #expect(throws: KeyedCodingError.self) {
      try read(data, as: All.Lowest.self, all, in: .binaryKeyedArchive)
    }
    #expect((error?.reason, error?.key) == (.ambiguousKey, "secret"))
  }

  @Test
  func `archives with all keys at the lowest level are read, those told apart by primes as well`()
    throws
  {
    let object = All.Lowest()
    object.name = "N"
    var graph = try ArchiveGraph([UInt8](archived(object, as: all)))
    var entries = graph.classes.entries
    entries[0].keys = []
    entries[1].keys = []
    entries[2].keys = ["name", "secret", "secret'", "secret''"].map { ArchiveKey($0, .string) }
    graph.classes = ArchiveClassTable(entries)
    graph.objects[0].values = ["N", "1", "2", "3"].map { .string($0) }
    let copy = try read(Data(graph.encoded()), as: All.Lowest.self, all)
    #expect(copy.name == "N")
    #expect([copy.baseSecret, copy.middleSecret, copy.lowestSecret] == ["1", "2", "3"])
  }

  @Test func `an object of a class that the program does not have keeps the keys of all levels`()
    throws
  {
    let object = All.Lowest()
    object.set(base: "1")
    object.set(middle: "2")
    object.set(lowest: "3")
    let unarchiver = try Format.stele.unarchiver(archived(object, as: all), .keeping)
    let unknown = try #require(
      try unarchiver.object(of: [UnknownCodedObject.self], forKey: "root") as? UnknownCodedObject)
    for format in Format.both {
      let copy = try read(
        archived(unknown, as: [], in: format), as: All.Lowest.self, all, in: format)
      #expect([copy.baseSecret, copy.middleSecret, copy.lowestSecret] == ["1", "2", "3"])
    }
  }
}
