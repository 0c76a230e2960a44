internal import Synchronization

/// The names of classes, and the classes of names, that hold for all coders of the program.
enum SharedClassNames {
  private static let names = Mutex<[ObjectIdentifier: String]>([:])
  private static let classes = Mutex<[String: AnyClass]>([:])

  /// The name under which objects of a class are archived.
  static func name(of type: AnyClass) -> String? {
    names.withLock { $0[ObjectIdentifier(type)] }
  }

  /// Sets the name under which objects of a class are archived, or takes it away.
  static func set(_ name: String?, for type: AnyClass) {
    names.withLock { $0[ObjectIdentifier(type)] = name }
  }

  /// The class that stands for a name in archives.
  static func type(named name: String) -> AnyClass? {
    classes.withLock { $0[name] }
  }

  /// Sets the class that stands for a name in archives, or takes it away.
  static func set(_ type: AnyClass?, forName name: String) {
    classes.withLock { $0[name] = type }
  }
}
