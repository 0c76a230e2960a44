extension SteleKeyedArchiver {
  /// Says under which name this archiver archives objects of a class, or takes that back.
  ///
  /// It holds from the first object of the class on that is met afterwards.
  public func setClassName(_ codedName: String?, for cls: AnyClass) {
    names[ObjectIdentifier(cls)] = codedName
  }

  /// The name that has been set for a class.
  public func className(for cls: AnyClass) -> String? { names[ObjectIdentifier(cls)] }

  /// Says under which name all archivers archive objects of a class, or takes that back.
  public static func setClassName(_ codedName: String?, for cls: AnyClass) {
    SharedClassNames.set(codedName, for: cls)
  }

  /// The name that has been set for a class, for all archivers.
  public static func className(for cls: AnyClass) -> String? { SharedClassNames.name(of: cls) }
}
