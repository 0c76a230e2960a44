internal import Stele

extension SteleKeyedArchiver {
  /// The information that the program passes to its types: the `userInfo` of the archiver's
  /// settings.
  public var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }
}
