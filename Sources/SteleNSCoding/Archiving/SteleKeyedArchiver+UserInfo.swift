internal import Stele

extension SteleKeyedArchiver {
  /// What the program says to its types: the `userInfo` of the settings that the archiver was made with.
  public var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }
}
