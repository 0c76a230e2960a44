internal import Foundation

/// A deeply nested Swift array or dictionary that is written as a Foundation object.
///
/// Foundation would convert its whole content at once, by recursion.
final class DeepCollection: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  private enum Content {
    case list([Any])
    case map([AnyHashable: Any])
  }

  private let content: Content

  /// Wraps an array or a dictionary; nil for any other value.
  init?(_ value: Any) {
    if let list = value as? [Any] {
      content = .list(list)
    } else if let map = value as? [AnyHashable: Any] {
      content = .map(map)
    } else {
      return nil
    }
  }

  override var classForCoder: AnyClass {
    switch content {
    case .list: NSArray.self
    case .map: NSDictionary.self
    }
  }

  /// Returns nil: readers make the Foundation object.
  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    guard let archiver = coder as? SteleKeyedArchiver else { return }
    archiver.attempt {
      switch content {
      case .list(let list): try archiver.put(any: list, "NS.objects")
      case .map(let map):
        try archiver.put(any: map.keys.map(\.base), "NS.keys")
        try archiver.put(any: map.keys.map { map[$0] as Any }, "NS.objects")
      }
    }
  }
}
