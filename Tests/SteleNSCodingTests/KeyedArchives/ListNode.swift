import Foundation
import Testing

/// A node of a list.
final class ListNode: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let value: Int
  var next: ListNode?

  init(value: Int) { self.value = value }

  init?(coder: NSCoder) {
    value = coder.decodeInteger(forKey: "value")
    next = coder.decodeObject(of: ListNode.self, forKey: "next")
  }

  func encode(with coder: NSCoder) {
    coder.encode(value, forKey: "value")
    coder.encode(next, forKey: "next")
  }

  /// Makes a list of numbered nodes.
  static func list(of count: Int) -> ListNode {
    let head = ListNode(value: 0)
    var last = head
    for value in 1..<count {
      let node = ListNode(value: value)
      last.next = node
      last = node
    }
    return head
  }

  /// Releases the nodes one by one, because a recursive release would overflow the stack.
  func release() {
    var node = next
    next = nil
    while let current = node {
      node = current.next
      current.next = nil
    }
  }
}

/// Expects a list of numbered nodes.
func expectList(of count: Int, _ head: ListNode) {
  var node: ListNode? = head
  for value in 0..<count {
    guard node?.value == value else {
      Issue.record("node \(value)")
      return
    }
    node = node?.next
  }
  #expect(node == nil)
}
