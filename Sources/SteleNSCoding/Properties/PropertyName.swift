internal import Stele

/// The name of a stored property in archives.
///
/// Private properties of several classes in a hierarchy may have the same name. In a Stele archive, each class has its own
/// level, so all properties keep their names. A keyed archive has a single namespace of keys: the property of the lowest class
/// keeps its name, and the others are prefixed with their class, as in `Account.secret`.
struct PropertyName: Sendable {
  /// The name in the program.
  let text: String
  /// The name prefixed with the class that declares it.
  let qualified: String
  /// The level of the class, counted from the topmost superclass that can be archived.
  let level: Int
  let levelType: AnyClass
  /// Whether no lower class has a property with the name.
  let isLowest: Bool
  /// Whether no lower class of the same level has a property with the name.
  ///
  /// A level has several classes if a superclass cannot be archived.
  let isLowestOfLevel: Bool

  /// Makes the name of a property of a class, given the names that lower classes declare.
  init(
    _ text: String, of owner: AnyClass, level: Int, _ levelType: AnyClass,
    namesBelow: [PropertyName]
  ) {
    self.text = text
    self.level = level
    self.levelType = levelType
    qualified = "\(_typeName(owner, qualified: false)).\(text)"
    let namesakes = namesBelow.filter { $0.text == text }
    isLowest = namesakes.isEmpty
    isLowestOfLevel = namesakes.allSatisfy { $0.level != level }
  }

  /// The key, if each class has its own level.
  var levelKey: String { isLowestOfLevel ? text : qualified }

  /// The key, if all classes share one namespace.
  var flatKey: String { isLowest ? text : qualified }
}
