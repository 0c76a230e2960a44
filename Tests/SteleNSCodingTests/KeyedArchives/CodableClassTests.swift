import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// A house, as a program has it that is done with NSCoding.
private class Home: Codable {
  var name: String
  var floors: Int
  var height: Double
  var isOld: Bool
  var built: Date?
  var plan: Data
  var link: URL?
  var number: UInt8?
  var price: Decimal?
  var tags: [String]
  var counts: [String: Int]
  var owner: Owner?
  var owners: [Owner]
  var byName: [String: Owner]
  var colors: Set<String>
  var missing: String?
}

private final class Castle: Home {
  var towers: Int

  private enum CodingKeys: String, CodingKey { case towers }

  required init(from decoder: any Decoder) throws {
    towers = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .towers)
    try super.init(from: decoder)
  }
}

private final class Owner: Codable {
  let name: String
  var next: Owner?
}

/// A node that knows its parent.
private final class Branch: Codable {
  let name: String
  var children: [Branch]
  @BackReference var parent: Branch?
}

/// A node that owns its parent.
private final class LateBranch: Codable {
  let name: String
  @LateReference var children: [LateBranch]
  var parent: LateBranch?
}

/// The same classes in the old program.
private class OldHome: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var owners: [OldOwner] = []

  override init() {}
  required init?(coder: NSCoder) {}

  func encode(with coder: NSCoder) {
    coder.encode("Seeblick", forKey: "name")
    coder.encode(3, forKey: "floors")
    coder.encode(Float(9.5), forKey: "height")
    coder.encode(true, forKey: "isOld")
    coder.encode(Date(timeIntervalSinceReferenceDate: 77), forKey: "built")
    coder.encode(Data([1, 2]), forKey: "plan")
    coder.encode(URL(string: "https://example.org/"), forKey: "link")
    coder.encode(NSNumber(value: 12), forKey: "number")
    coder.encode(NSDecimalNumber(string: "1250000.50"), forKey: "price")
    coder.encode(["big", "white"], forKey: "tags")
    coder.encode(["doors": 4], forKey: "counts")
    coder.encode(owners.first, forKey: "owner")
    coder.encode(owners, forKey: "owners")
    coder.encode(["first": owners[0]], forKey: "byName")
    coder.encode(NSSet(array: ["red", "blue"]), forKey: "colors")
  }
}

private final class OldCastle: OldHome {
  override class var supportsSecureCoding: Bool { true }
  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(2, forKey: "towers")
  }
}

final class OldOwner: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let name: String
  var next: OldOwner?
  init(name: String) { self.name = name }
  init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(next, forKey: "next")
  }
}

@Suite("Codable classes from archives of NSKeyedArchiver")
struct CodableClassTests {
  private static let classes: [String: AnyClass] = [
    "XYZHome": Home.self, "XYZCastle": Castle.self, "XYZOwner": Owner.self,
  ]

  private func archive(_ home: OldHome) throws -> Data {
    try Format.binaryKeyedArchive.data(naming: [
      ("XYZHome", OldHome.self), ("XYZCastle", OldCastle.self), ("XYZOwner", OldOwner.self),
    ]) { $0.encode(home, forKey: "root") }
  }

  private func castle() -> OldCastle {
    let home = OldCastle()
    home.owners = [OldOwner(name: "Ann"), OldOwner(name: "Bob")]
    return home
  }

  @Test func `keys hold what they should, whatever object it is in the archive`() throws {
    let home = try #require(
      try SteleKeyedUnarchiver.unarchivedValue(
        of: Home.self, classes: Self.classes, fromKeyedArchive: archive(castle())))
    #expect((home as? Castle)?.towers == 2)
    #expect((home.name, home.floors, home.height) == ("Seeblick", 3, 9.5))
    #expect(home.isOld)
    #expect(home.built == Date(timeIntervalSinceReferenceDate: 77))
    #expect(home.plan == Data([1, 2]))
    #expect(home.link == URL(string: "https://example.org/"))
    #expect((home.number, home.price) == (12, Decimal(string: "1250000.50")))
    #expect((home.tags, home.counts) == (["big", "white"], ["doors": 4]))
    #expect(home.colors == ["red", "blue"])
    #expect(home.missing == nil)
    #expect(home.owners.map(\.name) == ["Ann", "Bob"])
    #expect(home.owner === home.owners.first)
    #expect(home.byName["first"] === home.owner)
  }

  @Test func `what NSKeyedArchiver itself has written is read`() throws {
    let castle = castle()
    // The other archiver merges what is equal, and cannot encode decimal numbers.
    let owner = castle.owners[0]
    owner.next = castle.owners[1]
    let data = try NSKeyedArchiver.archivedData(withRootObject: owner, requiringSecureCoding: true)
    let graph = try ArchiveGraph(keyedArchive: [UInt8](data))
    let root = try #require(graph.objects.first)
    let className = try #require(graph.classes[root.entry]?.name)
    let copy = try #require(
      try SteleKeyedUnarchiver.unarchivedValue(
        of: Owner.self, classes: [className: Owner.self], fromKeyedArchive: data))
    #expect((copy.name, copy.next?.name) == ("Ann", "Bob"))
  }

  @Test func `cycles are closed by back references and late references`() throws {
    let root = TreeNode(name: "root")
    for name in ["a", "b"] { root.add(TreeNode(name: name)) }
    let data = try Format.binaryKeyedArchive.data(naming: [("XYZNode", TreeNode.self)]) {
      $0.encode(root, forKey: "root")
    }
    let copy = try #require(
      try SteleKeyedUnarchiver.unarchivedValue(
        of: Branch.self, classes: ["XYZNode": Branch.self], fromKeyedArchive: data))
    #expect(copy.children.map(\.name) == ["a", "b"])
    #expect(copy.children.allSatisfy { $0.parent === copy })
    let late = try #require(
      try SteleKeyedUnarchiver.unarchivedValue(
        of: LateBranch.self, classes: ["XYZNode": LateBranch.self], fromKeyedArchive: data))
    #expect(late.children.map(\.name) == ["a", "b"])
    #expect(late.children.allSatisfy { $0.parent === late })
    late.children = []
  }

  @Test func `a cycle without such references is refused with the way around`() throws {
    let one = OldOwner(name: "Ann")
    one.next = one
    defer { one.next = nil }
    let home = OldHome()
    home.owners = [one]
    let data = try archive(home)
    let refused = failure {
      try SteleKeyedUnarchiver.unarchivedValue(
        of: Home.self, classes: Self.classes, fromKeyedArchive: data)
    }
    #expect((refused?.kind, refused?.reason) == (.dataCorrupted, .strongCycle(["XYZOwner.next"])))
  }

  @Test func `a class that was not asked for is refused`() throws {
    #expect(throws: (any Error).self) {
      try SteleKeyedUnarchiver.unarchivedValue(
        of: Owner.self, classes: Self.classes, fromKeyedArchive: archive(castle()))
    }
  }

  @Test func `what does not fit is refused with the path`() throws {
    final class Misfit: Codable {
      let name: Int
    }
    let refused = failure {
      try SteleKeyedUnarchiver.unarchivedValue(
        of: Misfit.self, classes: ["XYZCastle": Misfit.self], fromKeyedArchive: archive(castle()))
    }
    #expect((refused?.kind, refused?.path) == (.typeMismatch, "name"))
  }
}
