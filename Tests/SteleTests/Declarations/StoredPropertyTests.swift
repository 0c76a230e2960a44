import Stele
import Testing

private class Base { var number = 1 }

private class Small: Base { var isOpen = true }

private class Smaller: Small { var isFilled = true }

private final class Empty: Smaller {}

private final class Wrapping: Base {
  weak var owner: Base?
  lazy var title = "title"
  @TransientValue var count = 0
}

private final class Bare {}

private final class Generic<Value>: Small { var value: Value? }

@Suite("Stored properties")
struct StoredPropertyTests {
  @Test func `classes have metadata of all their properties`() {
    for type in [
      Base.self, Small.self, Smaller.self, Empty.self, Wrapping.self, Generic<Int>.self,
      Generic<String>.self, Bare.self,
    ] as [AnyClass] {
      #expect(StoredProperty.classWithoutMetadata(type) == nil)
    }
  }

  @Test func `an object that is larger than its known properties has others`() {
    let header = StoredProperty.objectHeaderByteCount
    #expect(StoredProperty.byteCount(of: Bare.self) == header)
    let small = StoredProperty.byteCount(of: Small.self)
    let base = StoredProperty.byteCount(of: Base.self)
    #expect(base > header)
    // The sizes are the same without metadata, but then no property is known.
    #expect(!StoredProperty.hasMetadata(names: [], byteCount: small, inherited: base))
    #expect(!StoredProperty.hasMetadata(names: [], byteCount: base, inherited: header))
    #expect(StoredProperty.hasMetadata(names: [], byteCount: header, inherited: header))
    #expect(StoredProperty.hasMetadata(names: ["a"], byteCount: header + 8, inherited: header))
  }

  @Test func `properties without names are not known`() {
    #expect(!StoredProperty.hasMetadata(names: ["", ""], byteCount: 32, inherited: 16))
  }
}
