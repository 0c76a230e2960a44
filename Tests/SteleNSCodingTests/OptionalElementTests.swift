import Foundation
import Stele
import SteleNSCoding
import Testing

/// Collections in properties whose elements may be nil.
@Suite("Elements that may be nil")
struct OptionalElementTests {
  final class Leaf: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var number = 0
    init(_ number: Int) { self.number = number }
    init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }
    func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
  }

  final class Tree: NSObject, PropertyCoding {
    var leaves: [Leaf?] = []
    var byName: [String: Leaf?] = [:]
    var rows: [[Leaf?]] = []
    var maps: [String: [Leaf?]]? = [:]
    var set: Set<Leaf?> = []
    var byLeaf: [Leaf: [String: Leaf?]] = [:]
    var texts: [NSString?] = []
    var lists: [NSMutableArray?] = []
    var numbers: [Int?] = []
    var words: [String: String?] = [:]
    override init() {}
  }

  @Test(arguments: Format.both)
  func `each nil comes back in its place`(format: Format) throws {
    let tree = Tree()
    let leaf = Leaf(5)
    tree.leaves = [nil, leaf, nil]
    tree.byName = ["a": leaf, "b": nil]
    tree.rows = [[leaf, nil], [], [nil]]
    tree.maps = ["a": [nil, leaf]]
    tree.set = [leaf, nil]
    tree.byLeaf = [leaf: ["a": nil, "b": leaf]]
    tree.texts = ["a", nil]
    tree.lists = [nil, ["a"]]
    tree.numbers = [1, nil, 3]
    tree.words = ["a": "b", "c": nil]
    let copy = try format.copy(tree)
    #expect(copy.leaves.map { $0?.number } == [nil, 5, nil])
    let same = try #require(copy.leaves[1])
    #expect((copy.byName.count, copy.byName["a"]) == (2, .some(same)))
    #expect((copy.byName["b"], copy.rows) == (.some(nil), [[same, nil], [], [nil]]))
    #expect((copy.maps, copy.set) == (["a": [nil, same]], [same, nil]))
    #expect((copy.byLeaf, copy.texts) == ([same: ["a": nil, "b": same]], ["a", nil]))
    #expect((copy.lists, copy.numbers) == ([nil, ["a"]], [1, nil, 3]))
    #expect(copy.words == ["a": "b", "c": nil])
  }

  final class Texts: NSObject, PropertyCoding {
    var text: String?
    var list: [String?] = []
    var map: [String: String?] = [:]
    var plain: [String] = []
    override init() {}
  }

  @Test(arguments: Format.both)
  func `the text $null is nil in a keyed archive where it might be nil`(format: Format) throws {
    let texts = Texts()
    texts.text = "$null"
    texts.list = ["a", "$null", nil]
    texts.map = ["a": "$null"]
    texts.plain = ["a", "$null"]
    let copy = try format.copy(texts)
    let isStele = format == .stele
    #expect(copy.text == (isStele ? "$null" : nil))
    #expect(copy.list == ["a", isStele ? "$null" : nil, nil])
    #expect(copy.map == ["a": isStele ? "$null" : nil])
    #expect(copy.plain == ["a", "$null"])
  }

  final class Whole: NSObject, PropertyCoding {
    var leaves: [Leaf] = []
    var byName: [String: Leaf] = [:]
    override init() {}
  }

  @Test(arguments: Format.both)
  func `a nil, or another object, where the elements are not optional is an error that names it`(
    format: Format
  ) throws {
    func error(_ set: (Tree) -> Void) throws -> KeyedCodingError? {
      let tree = Tree()
      set(tree)
      let unarchiver = try format.reading(
        naming: [("Tree", Tree.self)], as: [("Tree", Whole.self)]
      ) { $0.encode(tree, forKey: "root") }
      return #expect(throws: KeyedCodingError.self) {
        try unarchiver.object(of: [Whole.self], forKey: "root")
      }
    }
    let leaves = try error { $0.leaves = [Leaf(1), nil] }
    #expect((leaves?.reason, leaves?.className) == (.unexpectedClass, "NSNull"))
    #expect(leaves?.path == "Whole.leaves" || leaves?.path == "Tree.leaves")
    #expect(try error { $0.byName = ["a": nil] }?.className == "NSNull")
  }
}
