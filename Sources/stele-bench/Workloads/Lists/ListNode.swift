/// A node of a linked list.
protocol ListNode: AnyObject {
  var value: Int { get }
  var next: Self? { get set }
  /// The node before, in doubly linked lists.
  var before: Self? { get set }
  static var isDoublyLinked: Bool { get }

  init(value: Int)
}

extension ListNode {
  var before: Self? {
    get { nil }
    set {}
  }

  static var isDoublyLinked: Bool { false }

  /// Makes a list.
  static func list(_ values: [Int]) throws -> Self {
    let head = Self(value: try values.first.wanted)
    var last = head
    for value in values.dropFirst() {
      let node = Self(value: value)
      node.before = last
      last.next = node
      last = node
    }
    return head
  }

  /// Returns the values of all nodes, if all are linked correctly.
  func values() throws -> [Int] {
    var values: [Int] = []
    var node: Self? = self
    var last: Self?
    while let current = node {
      guard !Self.isDoublyLinked || current.before === last else { throw UnexpectedValue() }
      values.append(current.value)
      last = current
      node = current.next
    }
    return values
  }

  /// Unlinks the nodes, which would otherwise be released by recursion.
  func separate() {
    var node: Self? = self
    while let current = node {
      node = current.next
      current.next = nil
    }
  }
}
