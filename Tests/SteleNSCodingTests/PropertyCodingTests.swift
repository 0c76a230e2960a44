import Foundation
import Stele
import SteleNSCoding
import Testing

/// An account whose properties are archived without a line for each.
class Account: NSObject, PropertyCoding {
  var owner = ""

  required override init() {}
}

/// An account with a rate.
final class SavingsAccount: Account {
  var rate = 0.02
}

/// An account with a property that nothing can store.
final class WeakAccount: NSObject, PropertyCoding {
  weak var owner: Dog?
  required override init() {}
}

@Suite("All properties in one line")
struct PropertyCodingTests {
  final class Numbered: NSObject, PropertyCoding {
    let id: UUID
    override init() { id = UUID() }
    init(id: UUID) { self.id = id }
  }

  final class Container: NSObject, PropertyCoding {
    let items = NSMutableArray()
    override init() {}
  }

  final class Linked: NSObject, PropertyCoding {
    @ConditionalReference private(set) var owner: Dog?
    private(set) var id = UUID()
    override init() {}
  }

  @Test func `a constant, which would keep the value of the initialiser, is refused by name`()
    throws
  {
    for format in Format.both {
      for (object, name) in [(Numbered(id: UUID()), "id"), (Container(), "items")]
        as [(NSObject, String)]
      {
        let error = #expect(throws: SteleCodingError.self) { try format.data(of: object) }
        #expect(error?.reason == .invalidDeclaration(.constantProperty(name)))
        #expect(error?.keyPath == name)
      }
      let linked = Linked()
      #expect(try format.copy(linked).id == linked.id)
    }
  }

  @Test func `a weak property is refused by name`() throws {
    let error = #expect(throws: SteleCodingError.self) { try archive(WeakAccount()) }
    #expect(error?.reason == .invalidDeclaration(.weakProperty("owner")))
  }

  /// Has what `NSObject` declares, too.
  final class Described: NSObject, PropertyCoding {
    var number = 1
    override var description: String { "custom" }
    override var hash: Int { number }
    override init() {}
  }

  @Test func `what NSObject declares is not archived`() throws {
    let object = Described()
    object.number = 4
    let data = try archive(object)
    #expect(try Format.stele.object(of: Described.self, in: data)?.number == 4)
    #expect(data.range(of: Data("description".utf8)) == nil)
    #expect(data.range(of: Data("hash".utf8)) == nil)
  }

  #if !canImport(ObjectiveC)
    final class Remark: NSObject, PropertyCoding {
      var text = AttributedString("a")
      override init() {}
    }

    @Test func `a property of a type that is not Codable is refused by name`() throws {
      let error = #expect(throws: SteleCodingError.self) { try archive(Remark()) }
      #expect(error?.reason == .invalidDeclaration(.propertyNotCodable("text")))
    }
  #endif
}
