internal import Stele

extension SteleKeyedUnarchiver {
  /// The information that the program passes to its types: the `userInfo` of the unarchiver's
  /// settings.
  public var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }
}
