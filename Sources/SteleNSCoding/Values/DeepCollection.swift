internal import Foundation

/// An array or dictionary of Swift that is written as an object of Foundation, as it is inside of many others.
///
/// Foundation makes objects of all that is in it at once, by recursion.
final class DeepCollection: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  private enum Content {
    case list([Any])
    case map([AnyHashable: Any])
  }

  private let content: Content

  /// Takes an array or a dictionary, and nothing else.
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

  /// Makes nothing: what is read is the object of Foundation.
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
