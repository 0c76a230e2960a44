import Stele
import SteleModel
import TestSupport
import Testing

@Suite("All stored properties")
struct PropertyCodableTests {
  class Shape: PropertyCodable, SimplyNamed {
    var name = "shape"
    private(set) var tags: [String] = []
    var parent: Shape?
    @BackReference var owner: Shape?
    @TransientValue var drawCount = 0
    lazy var title = name + "!"
    private(set) var version = 3

    required init() {}

    func add(_ tag: String) { tags.append(tag) }
  }

  final class Circle: Shape {
    var radius = 1.0
    var center: Point? = Point(x: 0, y: 0)
  }

  struct Point: Codable, Equatable {
    var x: Double
    var y: Double
  }

  @Test func `properties of a class and of its superclass come back`() throws {
    let circle = Circle()
    circle.name = "c"
    circle.add("round")
    circle.radius = 2.5
    circle.center = nil
    circle.drawCount = 9
    circle.parent = circle
    circle.owner = circle
    defer { circle.parent = nil }
    let bytes: [UInt8] = try SteleEncoder().encode(circle)
    let copy = try SteleDecoder(allowing: [Circle.self]).decode(Circle.self, from: bytes)
    #expect((copy.name, copy.tags, copy.radius) == ("c", ["round"], 2.5))
    #expect(copy.center == nil)
    #expect((copy.drawCount, copy.title, copy.version) == (0, "c!", 3))
    #expect(copy.parent === copy)
    #expect(copy.owner === copy)
    copy.parent = nil
  }

  @Test func `each class of the hierarchy has its own level`() throws {
    let bytes: [UInt8] = try SteleEncoder().encode(Circle())
    let entries = try ArchiveGraph(bytes).classes.entries.filter { $0.kind == .class }
    #expect(entries.map(\.name) == ["Shape", "Circle"])
    #expect(entries[0].keys.map(\.name) == ["name", "tags", "parent", "owner", "version"])
    #expect(entries[1].keys.map(\.name) == ["radius", "center"])
  }

  /// An account as an older and a newer program have it.
  class OldAccount: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Account") }
    var owner = ""
    var pin = 1234
    required init() {}
  }

  class NewAccount: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Account", version: 2, keys: [.key("holder", aliases: ["owner"])])
    }
    var holder = ""
    var currency = "EUR"
    required init() {}
  }

  @Test func `properties are renamed, added and removed between versions in both directions`()
    throws
  {
    let old = OldAccount()
    old.owner = "Ann"
    let new = try SteleDecoder().decode(
      NewAccount.self, from: SteleEncoder().encode(old) as [UInt8])
    #expect((new.holder, new.currency) == ("Ann", "EUR"))
    let back = try SteleDecoder().decode(
      OldAccount.self, from: SteleEncoder().encode(new) as [UInt8])
    #expect(back.pin == 1234)
  }

  class WeakShape: PropertyCodable, SimplyNamed {
    weak var owner: Shape?
    required init() {}
  }

  class OpaqueShape: PropertyCodable, SimplyNamed {
    var action: () -> Void = {}
    required init() {}
  }

  class ConstantShape: PropertyCodable, SimplyNamed {
    let number: Int
    required init() { number = 1 }
    init(number: Int) { self.number = number }
  }

  @Test func `a constant, which would keep the value of the initialiser, is refused by name`()
    throws
  {
    let flaw = DeclarationFlaw.constantProperty("number")
    let refusal = failure(encoding: ConstantShape(number: 5))
    #expect(refusal == CodingFailure(.invalidValue, "number", .invalidDeclaration(flaw)))
    #expect(refusal?.underlying?.className == "ConstantShape")
    #expect(refusal?.underlying?.keyPath == "number")
    #expect(flaw.description.contains("private(set) var"))
  }

  @Test func `a weak property and one of a type that is not Codable are refused by name`() throws {
    #expect(
      failure(encoding: WeakShape())
        == CodingFailure(.invalidValue, "owner", .invalidDeclaration(.weakProperty("owner"))))
    #expect(
      failure(encoding: OpaqueShape())
        == CodingFailure(
          .invalidValue, "action", .invalidDeclaration(.propertyNotCodable("action"))))
  }

  struct Drawing: Codable { var shapes: [ConstantShape] }

  struct NewDrawing: Codable { var shapes: [VariableShape] }

  final class VariableShape: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("ConstantShape") }
    var number = 1
  }

  @Test func `inside of Codable values, a flaw is an error of the coders with the path to it`()
    throws
  {
    let flaw = SteleCodingError.Reason.invalidDeclaration(.constantProperty("number"))
    #expect(
      failure(encoding: Drawing(shapes: [ConstantShape()]))
        == CodingFailure(.invalidValue, "shapes[0].number", flaw))
    let refusal = try failure(converting: NewDrawing(shapes: [VariableShape()]), to: Drawing.self)
    #expect(refusal == CodingFailure(.dataCorrupted, "shapes[0].number", flaw))
    #expect(refusal?.underlying?.className == "ConstantShape")
    #expect(refusal?.underlying?.keyPath == "shapes[0].number")
  }
}
