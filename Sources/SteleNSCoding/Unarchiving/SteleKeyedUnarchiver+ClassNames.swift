extension SteleKeyedUnarchiver {
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
    SharedClassNames.set(cls, forName: codedName)
  }

  /// Returns the class that has been set for a name, for all unarchivers.
  public static func `class`(forClassName codedName: String) -> AnyClass? {
    SharedClassNames.type(named: codedName)
  }
}
