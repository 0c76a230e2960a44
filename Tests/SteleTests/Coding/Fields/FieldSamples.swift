import Stele

/// A value that writes its keys by hand.
struct ExplicitPoint: FieldCodable, Hashable {
  var x: Int
  var y: Double
  var label: String?

  init(_ x: Int, _ y: Double, _ label: String? = nil) {
    self.x = x
    self.y = y
    self.label = label
  }

  init(from fields: inout FieldDecoder) throws {
    x = try fields.decode("x")
    y = try fields.decode("y")
    label = try fields.decode("label")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(x, "x")
    try fields.encode(y, "y")
    try fields.encode(label, "label")
  }
}

/// An immutable class of a hierarchy.
class ExplicitShape: FieldCodable {
  let name: String

  init(name: String) { self.name = name }

  required init(from fields: inout FieldDecoder) throws { name = try fields.decode("name") }

  func encode(to fields: inout FieldEncoder) throws { try fields.encode(name, "name") }
}

/// A class whose level has a key of the same name as its superclass.
class ExplicitCircle: ExplicitShape {
  let radius: Double
  let ownName: String

  init(name: String, ownName: String, radius: Double) {
    self.radius = radius
    self.ownName = ownName
    super.init(name: name)
  }

  required init(from fields: inout FieldDecoder) throws {
    try fields.level(ExplicitCircle.self)
    ownName = try fields.decode("name")
    radius = try fields.decode("radius")
    try fields.level(ExplicitShape.self)
    try super.init(from: &fields)
  }

  override func encode(to fields: inout FieldEncoder) throws {
    try super.encode(to: &fields)
    try fields.level(ExplicitCircle.self)
    try fields.encode(ownName, "name")
    try fields.encode(radius, "radius")
  }
}

/// A class that adds nothing to a level above it, and something below.
final class ExplicitDisc: ExplicitCircle {
  let isFilled: Bool

  init(name: String, radius: Double, isFilled: Bool) {
    self.isFilled = isFilled
    super.init(name: name, ownName: "own \(name)", radius: radius)
  }

  required init(from fields: inout FieldDecoder) throws {
    try fields.level(ExplicitDisc.self)
    isFilled = try fields.decode("isFilled")
    try super.init(from: &fields)
  }

  override func encode(to fields: inout FieldEncoder) throws {
    try super.encode(to: &fields)
    try fields.level(ExplicitDisc.self)
    try fields.encode(isFilled, "isFilled")
  }
}

/// A node of any graph.
final class ExplicitNode: TwoPhaseCodable {
  var value = 0
  var next: ExplicitNode?
  var previous: ExplicitNode?

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(value, "value")
    try fields.encode(next, "next")
    try fields.encode(previous, "previous")
  }

  func decode(from fields: inout FieldDecoder) throws {
    value = try fields.decode("value")
    next = try fields.decode("next")
    previous = try fields.decode("previous")
  }

  /// A list of nodes with the values from 0 on.
  static func list(_ count: Int, isDouble: Bool) -> ExplicitNode {
    let first = ExplicitNode()
    var last = first
    for value in 1..<count {
      let node = ExplicitNode()
      node.value = value
      if isDouble { node.previous = last }
      last.next = node
      last = node
    }
    return first
  }

  /// Takes a list apart, link by link.
  func free() {
    var node: ExplicitNode? = self
    while let next = node {
      node = next.next
      next.next = nil
      next.previous = nil
    }
  }

  /// The number of nodes with the values from 0 on, as far as the links of the list are right.
  func countInOrder(isDouble: Bool) -> Int {
    var count = 0
    var node: ExplicitNode? = self
    var last: ExplicitNode?
    while let next = node, next.value == count, next.previous === (isDouble ? last : nil) {
      count += 1
      last = next
      node = next.next
    }
    return count
  }
}
