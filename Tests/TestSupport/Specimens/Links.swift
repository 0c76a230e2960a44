import Stele

/// A node of a list that is made in dependency order.
final class ListNode: Tracked, Codable {
  var value = 0
  var next: ListNode?

  private enum CodingKeys: CodingKey { case value, next }

  override func unlink() { next = nil }
}

/// A node of a tree with all kinds of ways down.
final class TreeNode: Tracked, Codable {
  var children: [TreeNode] = []
  var named: [String: TreeNode] = [:]
  var perhaps: TreeNode??
  var either: Fork?
  @BackReference var parent: TreeNode?

  /// A way down through the payload of an enum.
  enum Fork: Codable {
    case left(TreeNode)
    case both(left: TreeNode, right: [TreeNode])
    indirect case again(Fork)
  }

  private enum CodingKeys: CodingKey { case children, named, perhaps, either, parent }

  override func unlink() {
    children = []
    named = [:]
    perhaps = nil
    either = nil
    parent = nil
  }
}

/// A node of a doubly linked list whose strong reference is late.
final class LateNode: Tracked, Codable {
  var label = ""
  @LateReference var next: LateNode?
  @LateReference var others: [LateNode?] = []
  @LateReference var ages: [String: LateNode] = [:]
  @BackReference var previous: LateNode?

  private enum CodingKeys: CodingKey { case label, next, others, ages, previous }

  override func unlink() {
    next = nil
    others = []
    ages = [:]
    previous = nil
  }
}

/// A node of any graph, made first and filled later; it can be an element of sets.
final class Vertex: Tracked, TwoPhaseCodable, AwakeAfterDecoding, Hashable {
  var id = 0
  var next: Vertex?
  var edges: [Vertex] = []
  var lengths: [Vertex: Double] = [:]
  var reached: Set<Vertex> = []
  var leaf: Leaf?
  var list: ListNode?
  @BackReference var origin: Vertex?
  private(set) var isAwake = false

  override init() { super.init() }

  func decode(from fields: inout FieldDecoder) throws {
    id = try fields.decode("id")
    next = try fields.decode("next")
    edges = try fields.decode("edges")
    lengths = try fields.decode("lengths")
    reached = try fields.decode("reached")
    leaf = try fields.decode("leaf")
    if fields.contains("list") { list = try fields.decode("list") }
    _origin = try fields.decode("origin")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(id, "id")
    try fields.encode(next, "next")
    try fields.encode(edges, "edges")
    try fields.encode(lengths, "lengths")
    try fields.encode(reached, "reached")
    try fields.encode(leaf, "leaf")
    if let list { try fields.encode(list, "list") }
    try fields.encode(_origin, "origin")
  }

  func awake() throws { isAwake = true }

  static func == (left: Vertex, right: Vertex) -> Bool { left.id == right.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  override func unlink() {
    next = nil
    edges = []
    lengths = [:]
    reached = []
    leaf = nil
    list = nil
    origin = nil
  }
}

/// An immutable object that writes its keys by hand, and reads them in another order.
final class Leaf: Tracked, FieldCodable {
  let point: Point
  private(set) var owner: Vertex?
  private(set) var siblings: [Leaf]

  init(point: Point, owner: Vertex?, siblings: [Leaf]) {
    self.point = point
    self.owner = owner
    self.siblings = siblings
    super.init()
  }

  init(from fields: inout FieldDecoder) throws {
    siblings = try fields.decode("siblings")
    point = try fields.decode("point")
    owner = try fields.decode("owner")
    super.init()
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(point, "point")
    try fields.encode(owner, "owner")
    try fields.encode(siblings, "siblings")
  }

  override func unlink() {
    owner = nil
    siblings = []
  }
}

/// The top of a hierarchy whose levels write their keys by hand.
class Node: Tracked, TwoPhaseCodable {
  var title = ""
  var parts: [Node] = []

  required override init() { super.init() }

  func decode(from fields: inout FieldDecoder) throws {
    title = try fields.decode("title")
    parts = try fields.decode("parts")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(title, "title")
    try fields.encode(parts, "parts")
  }

  override func unlink() { parts = [] }
}

/// A second level, with a key of the same name.
final class Gate: Node {
  var title2: Int8 = 0
  var sample: [Double] = []

  override func decode(from fields: inout FieldDecoder) throws {
    try super.decode(from: &fields)
    try fields.level(Gate.self)
    title2 = try fields.decode("title")
    sample = try fields.decode("sample")
  }

  override func encode(to fields: inout FieldEncoder) throws {
    try super.encode(to: &fields)
    try fields.level(Gate.self)
    try fields.encode(title2, "title")
    try fields.encode(sample, "sample")
  }
}
