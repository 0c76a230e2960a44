internal import Stele

extension SteleKeyedUnarchiver {
  /// What the program says to its types: the `userInfo` of the settings that the unarchiver was made with.
  public var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }
}
