internal import Synchronization

extension SteleKeyedUnarchiver {
  /// The classes for names that apply to all unarchivers of the program.
  private static let sharedClasses = Mutex<[String: AnyClass]>([:])

  /// Sets the class for a name in this archive, or removes it.
  ///
  /// This does not allow the class: the program must still request it.
  public func setClass(_ cls: AnyClass?, forClassName codedName: String) {
    classes[codedName] = cls
  }

  /// Returns the class that has been set for a name.
  public func `class`(forClassName codedName: String) -> AnyClass? { classes[codedName] }

  /// Sets the class for a name in all archives, or removes it.
  public static func setClass(_ cls: AnyClass?, forClassName codedName: String) {
    sharedClasses.withLock { $0[codedName] = cls }
  }

  /// Returns the class that has been set for a name, for all unarchivers.
  public static func `class`(forClassName codedName: String) -> AnyClass? {
    sharedClasses.withLock { $0[codedName] }
  }
}
