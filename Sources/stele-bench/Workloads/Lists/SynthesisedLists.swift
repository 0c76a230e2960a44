extension Synthesised {
  /// A node of a linked list.
  final class Node: Codable, ListNode {
    var value: Int
    var next: Node?

    init(value: Int) { self.value = value }
  }
}
