internal import Synchronization

extension SteleKeyedArchiver {
  /// The names of classes that apply to all archivers of the program.
  private static let sharedNames = Mutex<[ObjectIdentifier: String]>([:])

  /// Sets the name under which this archiver archives objects of a class, or removes it.
  ///
  /// Takes effect at the next object of the class.
  public func setClassName(_ codedName: String?, for cls: AnyClass) {
    names[ObjectIdentifier(cls)] = codedName
  }

  /// Returns the name that has been set for a class.
  public func className(for cls: AnyClass) -> String? { names[ObjectIdentifier(cls)] }

  /// Sets the name under which all archivers archive objects of a class, or removes it.
  public static func setClassName(_ codedName: String?, for cls: AnyClass) {
    sharedNames.withLock { $0[ObjectIdentifier(cls)] = codedName }
  }

  /// Returns the name that has been set for a class, for all archivers.
  public static func className(for cls: AnyClass) -> String? {
    sharedNames.withLock { $0[ObjectIdentifier(cls)] }
  }
}
