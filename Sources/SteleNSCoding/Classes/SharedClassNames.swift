internal import Synchronization

/// The names of classes, and the classes for names, that apply to all coders of the program.
enum SharedClassNames {
  private static let names = Mutex<[ObjectIdentifier: String]>([:])
  private static let classes = Mutex<[String: AnyClass]>([:])

  /// Returns the name under which objects of a class are archived.
  static func name(of type: AnyClass) -> String? {
    names.withLock { $0[ObjectIdentifier(type)] }
  }

  /// Sets the name under which objects of a class are archived, or removes it.
  static func set(_ name: String?, for type: AnyClass) {
    names.withLock { $0[ObjectIdentifier(type)] = name }
  }

  /// Returns the class for a name in archives.
  static func type(named name: String) -> AnyClass? {
    classes.withLock { $0[name] }
  }

  /// Sets the class for a name in archives, or removes it.
  static func set(_ type: AnyClass?, forName name: String) {
    classes.withLock { $0[name] = type }
  }
}
