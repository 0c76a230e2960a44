import Stele
import Synchronization
import TestSupport
import Testing

/// Numbers of calls that a test counts.
final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  func add() { value.add(1, ordering: .relaxed) }
  var count: Int { value.load(ordering: .relaxed) }
}

/// An object with a name, which is equal to all others of that name.
final class Tag: Codable, Hashable {
  var name: String
  init(_ name: String) { self.name = name }
  static func == (left: Tag, right: Tag) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A node of a list.
final class Link: Codable {
  var value: Int
  var next: Link?

  init(_ value: Int, next: Link? = nil) {
    self.value = value
    self.next = next
  }

  /// A list of the numbers from 0.
  static func list(count: Int) -> Link {
    var head = Link(count - 1)
    for value in (0..<(count - 1)).reversed() { head = Link(value, next: head) }
    return head
  }

  /// Takes a list apart, so that no deinitialiser has to go down.
  static func takeApart(_ head: consuming Link) -> Int {
    var count = 0
    var next: Link? = head
    while let link = next {
      count += 1
      next = link.next
      link.next = nil
    }
    return count
  }
}

/// A node of a list that leads back, too.
final class DoubleLink: Codable {
  var value: Int
  var next: DoubleLink?
  @BackReference var previous: DoubleLink?
  init(_ value: Int) { self.value = value }

  /// The nodes of a list of the numbers from 0.
  static func list(count: Int) -> [DoubleLink] {
    let nodes = (0..<count).map { DoubleLink($0) }
    for (left, right) in zip(nodes, nodes.dropFirst()) {
      left.next = right
      right.previous = left
    }
    return nodes
  }
}

/// The cause of what a piece of code throws.
func reason<Result>(of body: () throws -> Result) -> SteleCodingError.Reason? {
  failure(of: body)?.reason
}
