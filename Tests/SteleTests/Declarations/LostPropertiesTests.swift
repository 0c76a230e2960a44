import Stele
import Testing

@propertyWrapper
private struct Wrapped<Value> {
  var wrappedValue: Value
}

private class Base: Codable {
  var name = ""
  init() {}
}

private class Inheriting: Base {
  var breed = "Poodle"
  @Wrapped var wrapped = 1
  lazy var made = 2
  weak var friend: Base?
  static let shared = 5
  var computed: Int { 3 }
}

private class OnTop: Inheriting { var collar = "red" }

private class Describing: Base, CustomReflectable {
  var hidden = 1
  var customMirror: Mirror { Mirror(self, children: ["shown": 2]) }
}

private class Root { var outside = 1 }

private class Middle: Root, Codable {
  var inside = 2
  override init() { super.init() }
  required init(from decoder: any Decoder) throws { super.init() }
  func encode(to encoder: any Encoder) throws {}
}

private class Bottom: Middle { var lost = 3 }

struct LostPropertiesTests {
  /// Declarations for classes that have no archive names, as those of tests have none.
  private func levels(_ types: AnyClass...) -> [TypeDeclaration] {
    types.map {
      TypeDeclaration(
        type: $0, archiveClass: ArchiveClass("\($0)"), isDeclared: false, isClass: true,
        superclass: nil)
    }
  }

  @Test func `stored properties of a subclass that wrote nothing are lost`() {
    #expect(
      StoredProperty.lost(in: Inheriting(), besides: levels(Base.self))
        == ["Inheriting.breed", "Inheriting.wrapped", "Inheriting.friend"])
  }

  @Test func `properties of levels that wrote something are not lost`() {
    #expect(
      StoredProperty.lost(in: Inheriting(), besides: levels(Base.self, Inheriting.self)) == [])
    #expect(
      StoredProperty.lost(in: OnTop(), besides: levels(Base.self, Inheriting.self))
        == ["OnTop.collar"])
  }

  @Test func `each level is looked at, the upper ones first`() {
    #expect(
      StoredProperty.lost(in: OnTop(), besides: levels(Base.self))
        == ["Inheriting.breed", "Inheriting.wrapped", "Inheriting.friend", "OnTop.collar"])
  }

  @Test func `a class that describes itself is not looked into`() {
    #expect(StoredProperty.lost(in: Describing(), besides: levels(Base.self)) == [])
  }

  @Test func `what the topmost class that can be archived leaves out is left out on purpose`() {
    #expect(StoredProperty.lost(in: Base(), besides: []) == [])
    #expect(StoredProperty.lost(in: Middle(), besides: []) == [])
    #expect(StoredProperty.lost(in: Bottom(), besides: levels(Middle.self)) == ["Bottom.lost"])
    #expect(StoredProperty.lost(in: Bottom(), besides: []) == ["Bottom.lost"])
  }
}
