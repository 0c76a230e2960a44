import Foundation
import SteleNSCoding

/// An object whose `encode(with:)` calls a closure of the test, and that reads `content` only.
final class ScriptedObject: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private let script: (NSCoder) -> Void
  let content: NSObject?

  init(_ script: @escaping (NSCoder) -> Void) {
    self.script = script
    content = nil
  }

  init?(coder: NSCoder) {
    script = { _ in }
    content =
      coder.decodeObject(
        of: [
          Counter.self, Tally.self, ScriptedObject.self, NSArray.self, NSDictionary.self,
          NSSet.self, NSOrderedSet.self, NSString.self, NSData.self, NSNumber.self,
        ], forKey: "content") as? NSObject
  }

  func encode(with coder: NSCoder) { script(coder) }
}

/// A number that changes, by hand.
final class Counter: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var count: Int

  init(_ count: Int) { self.count = count }

  init?(coder: NSCoder) { count = coder.decodeInteger(forKey: "count") }

  func encode(with coder: NSCoder) { coder.encode(count, forKey: "count") }

  override func isEqual(_ object: Any?) -> Bool { (object as? Counter)?.count == count }

  override var hash: Int { 0 }
}

/// A number that changes, in one line.
final class Tally: NSObject, PropertyCoding {
  var count = 0
  var parts: [Counter] = []

  required override init() {}

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Tally else { return false }
    return other.count == count && other.parts == parts
  }

  override var hash: Int { 0 }
}
