internal import Foundation

/// A node of a linked list for NSKeyedArchiver.
final class KeyedNode: NSObject, NSSecureCoding, ListNode {
  static var supportsSecureCoding: Bool { true }
  let value: Int
  var next: KeyedNode?

  init(value: Int) {
    self.value = value
  }

  func encode(with coder: NSCoder) {
    coder.encode(value, forKey: "value")
    if let next { coder.encode(next, forKey: "next") }
  }

  init?(coder: NSCoder) {
    value = coder.decodeInteger(forKey: "value")
    next =
      coder.containsValue(forKey: "next")
      ? coder.decodeObject(of: KeyedNode.self, forKey: "next") : nil
  }
}
