import Foundation
import Stele
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// A node that knows its parent, and takes it up in the second phase.
final class TreeNode: NSObject, NSSecureCoding, SecondPhaseDecoding {
  static var supportsSecureCoding: Bool { true }
  let name: String
  var children: [TreeNode] = []
  weak var parent: TreeNode?

  init(name: String) { self.name = name }

  init?(coder: NSCoder) {
    name = (coder.decodeObject(of: NSString.self, forKey: "name") as String?) ?? ""
    children =
      coder.decodeObject(of: [NSArray.self, TreeNode.self], forKey: "children") as? [TreeNode] ?? []
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(children, forKey: "children")
    coder.encodeConditionalObject(parent, forKey: "parent")
  }

  func finishDecoding(with coder: SteleKeyedUnarchiver) {
    parent = coder.decodeObject(of: TreeNode.self, forKey: "parent")
  }

  func add(_ child: TreeNode) {
    children.append(child)
    child.parent = self
  }
}

/// A node of a cycle, which asks for the next one later.
final class RingNode: NSObject, NSSecureCoding, CircleDecoding {
  static var supportsSecureCoding: Bool { true }
  let number: Int
  var next: RingNode?

  init(number: Int) { self.number = number }

  init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "number")
    super.init()
    (coder as? SteleKeyedUnarchiver)?.decodeObject(of: RingNode.self, forKey: "next") {
      [weak self] in self?.next = $0
    }
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(next, forKey: "next")
  }
}

/// A folder whose parent is set with all other properties.
final class Folder: NSObject, PropertyCoding {
  var name = ""
  var folders: [Folder] = []
  @ConditionalReference var parent: Folder?
  override init() {}
}

/// A node of a cycle, which asks for the next one at once.
final class Knot: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var next: Knot?
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(next, forKey: "next") }
  init?(coder: NSCoder) { next = coder.decodeObject(of: Knot.self, forKey: "next") }
}

@Suite("Cycles of NSCoding objects")
struct CycleTests {
  @Test(arguments: Format.both)
  func `children know their parents after the second phase`(format: Format) throws {
    let root = TreeNode(name: "root")
    for name in ["a", "b"] { root.add(TreeNode(name: name)) }
    root.children[0].add(TreeNode(name: "c"))
    let copy = try format.copy(root)
    #expect(copy.parent == nil)
    #expect(copy.children.map(\.name) == ["a", "b"])
    #expect(copy.children.allSatisfy { $0.parent === copy })
    #expect(copy.children[0].children[0].parent === copy.children[0])
  }

  @Test func `folders know their parents without a line for that`() throws {
    let root = Folder()
    root.folders = ["a", "b"].map { name in
      let folder = Folder()
      folder.name = name
      folder.parent = root
      return folder
    }
    for format in Format.both {
      let copy = try format.copy(root)
      #expect(copy.parent == nil)
      #expect(copy.folders.map(\.name) == ["a", "b"])
      #expect(copy.folders.allSatisfy { $0.parent === copy })
    }
    let part = try archive(root.folders[0])
    #expect(try ArchiveGraph([UInt8](part)).objects.count == 1)
    let alone = try #require(try Format.stele.object(of: Folder.self, in: part))
    #expect(alone.parent == nil)
  }

  /// The cause of the refusal to encode an object.
  private func refusal(_ object: Any) -> SteleCodingError? {
    let refused = failure { try archive(object) }
    #expect(refused?.kind == .invalidValue)
    return refused?.underlying
  }

  @Test
  func
    `a cycle of objects that are made at once is refused when it is encoded, and when it is read`()
    throws
  {
    let knots = [Knot(), Knot()]
    (knots[0].next, knots[1].next) = (knots[1], knots[0])
    defer { knots[0].next = nil }
    let error = refusal(knots[0])
    let key = "SteleNSCodingTests.Knot.next"
    #expect(error?.reason == .strongCycle([key, key]))
    #expect(error?.className == "SteleNSCodingTests.Knot")
    let text = error.map { "\($0.reason) \($0.advice ?? "")" } ?? ""
    #expect(text.contains("Let one of the classes be PropertyCoding or SecondPhaseDecoding"))
    #expect(!text.contains("TwoPhaseCodable"))
    #expect(refusal([knots[0]])?.reason == .strongCycle([key, key]))
    // A keyed archive may have it.
    let data = try Format.binaryKeyedArchive.data(of: knots[0])
    let refused = failure { try Format.binaryKeyedArchive.object(of: Knot.self, in: data) }
    #expect((refused?.kind, refused?.reason) == (.dataCorrupted, .strongCycle([key, key])))
  }

  @Test func `a cycle through collections is refused when it is encoded`() throws {
    let list = NSMutableArray()
    list.add(NSDictionary(dictionary: ["list": list]))
    defer { list.removeAllObjects() }
    #expect(
      refusal(list)?.reason
        == .strongCycle(["NSMutableArray.NS.objects", "NSDictionary.NS.objects"]))
  }

  /// Has its next one written again, in place of another.
  final class Changed: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var next: Changed?
    override init() {}
    init?(coder: NSCoder) { next = coder.decodeObject(of: Changed.self, forKey: "next") }
    func encode(with coder: NSCoder) {
      coder.encode(self, forKey: "next")
      coder.encode(next, forKey: "next")
    }
  }

  @Test func `a reference that is replaced before the object is written makes no cycle`() throws {
    let object = Changed()
    object.next = Changed()
    let copy = try Format.stele.copy(object)
    #expect(copy.next != nil)
    #expect(copy.next?.next == nil)
  }

  /// In one line, with a list in which it may be.
  final class Holder: NSObject, PropertyCoding, ContentDeclaring {
    var list = NSMutableArray()
    var knot: HolderKnot?
    override init() {}
    static func contentClasses(of property: String) -> [AnyClass] { [Holder.self] }
  }

  final class HolderKnot: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var holder: Holder?
    override init() {}
    init?(coder: NSCoder) { holder = coder.decodeObject(of: Holder.self, forKey: "holder") }
    func encode(with coder: NSCoder) { coder.encode(holder, forKey: "holder") }
  }

  @Test func `a cycle through an object in one line is read`() throws {
    let holder = Holder()
    holder.list.add(holder)
    holder.knot = HolderKnot()
    holder.knot?.holder = holder
    defer {
      holder.list.removeAllObjects()
      holder.knot = nil
    }
    let copy = try Format.stele.copy(holder)
    #expect(copy.list[0] as? Holder === copy)
    #expect(copy.knot?.holder === copy)
    copy.list.removeAllObjects()
    copy.knot = nil
  }

  @Test func `a ring is closed by objects that are asked for later`() throws {
    let nodes = (0..<5).map { RingNode(number: $0) }
    for (node, next) in zip(nodes, nodes.dropFirst() + [nodes[0]]) { node.next = next }
    defer { nodes[0].next = nil }
    let copy = try Format.stele.copy(nodes[0])
    var numbers: [Int] = []
    var node: RingNode? = copy
    repeat {
      numbers.append(node?.number ?? -1)
      node = node?.next
    } while node !== copy && numbers.count < 10
    #expect(numbers == [0, 1, 2, 3, 4])
    copy.next = nil
  }

  @Test func `an unarchiver lets go of all that it knew, also when it fails`() throws {
    final class Token: Sendable {}
    let ann = Person(name: "Ann", age: 34, weight: 61.5)
    defer { ann.friend = nil }
    for object in [TreeNode(name: "root"), ann] as [NSObject] {
      weak var token: Token?
      do {
        let kept = Token()
        token = kept
        var settings = SteleDecoder()
        if let key = CodingUserInfoKey(rawValue: "token") { settings.userInfo[key] = kept }
        let unarchiver = try SteleKeyedUnarchiver(
          forReadingFrom: SteleKeyedArchiver.archivedData(
            withRootObject: object, requiringSecureCoding: true), decoder: settings)
        _ = unarchiver.decodeObject(of: [TreeNode.self, Person.self], forKey: "root")
      }
      #expect(token == nil)
    }
  }
}
