extension SteleKeyedUnarchiver {
  /// Says which class stands for a name in this archive, or takes that back.
  ///
  /// It does not allow the class: the program still has to ask for it.
  public func setClass(_ cls: AnyClass?, forClassName codedName: String) {
    classes[codedName] = cls
  }

  /// The class that has been set for a name.
  public func `class`(forClassName codedName: String) -> AnyClass? { classes[codedName] }

  /// Says which class stands for a name in all archives, or takes that back.
  public static func setClass(_ cls: AnyClass?, forClassName codedName: String) {
    SharedClassNames.set(cls, forName: codedName)
  }

  /// The class that has been set for a name, for all unarchivers.
  public static func `class`(forClassName codedName: String) -> AnyClass? {
    SharedClassNames.type(named: codedName)
  }
}
