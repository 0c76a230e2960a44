internal import Stele

extension Explicit {
  /// A node of a linked list.
  final class Node: TwoPhaseCodable, ListNode {
    var value = 0
    var next: Node?

    init() {}

    init(value: Int) { self.value = value }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(value, "value")
      try fields.encode(next, "next")
    }

    func decode(from fields: inout FieldDecoder) throws {
      value = try fields.decode("value")
      next = try fields.decode("next")
    }
  }

  /// A node with a reference to the one before.
  final class DoubleNode: TwoPhaseCodable, ListNode {
    static var isDoublyLinked: Bool { true }
    var value = 0
    var next: DoubleNode?
    @BackReference var before: DoubleNode?

    init() {}

    init(value: Int) { self.value = value }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(value, "value")
      try fields.encode(next, "next")
      try fields.encode(_before, "before")
    }

    func decode(from fields: inout FieldDecoder) throws {
      value = try fields.decode("value")
      next = try fields.decode("next")
      _before = try fields.decode("before")
    }
  }
}
