import Stele

/// The values of each class of a hierarchy.
struct LevelContent {
  var number = -1
  var text: String?
  var friend: LevelFriend?
  var peer = BackReference<Level1>()
}

/// An object that others share.
final class LevelFriend: Codable {
  let name: String
  init(_ name: String) { self.name = name }
}

extension LevelContent {
  /// The key of `userInfo` for the ``HierarchyStyle``.
  static let styleKey = CodingUserInfoKey.named("style")

  static func style(ofLevel level: Int, _ userInfo: [CodingUserInfoKey: Any]) -> LevelStyle {
    guard let style = userInfo[styleKey] as? HierarchyStyle else {
      preconditionFailure("the test says the style")
    }
    return style.levels[level - 1]
  }
}
