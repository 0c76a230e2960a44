internal import Stele

/// The name of a stored property in archives.
///
/// Private properties of several classes in a hierarchy may have the same name. In a Stele archive
/// each class has a level of its own, so all keep their names. A keyed archive has one space of
/// keys: the property of the lowest class keeps its name, the others are prefixed with their class,
/// as in `Account.secret`.
struct PropertyName: Sendable {
  /// The name in the program.
  let text: String
  /// The name prefixed with the class that declares it.
  let qualified: String
  /// The level of the class, counted from the topmost superclass that can be archived.
  let level: Int
  /// The class of the level.
  let levelType: AnyClass
  /// Whether no class further down has a property of the name.
  let isLowest: Bool
  /// Whether no lower class of the same level has one; a level has several classes if a superclass
  /// cannot be archived.
  let isLowestOfLevel: Bool

  /// Makes the name of a property of a class.
  ///
  /// - Parameters:
  ///   - text: The name in the program.
  ///   - owner: The class that declares it.
  ///   - level: The level to which it belongs.
  ///   - levelType: The class of the level.
  ///   - namesBelow: The names that lower classes declare.
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

  /// The key at the level of the class.
  var levelKey: String { isLowestOfLevel ? text : qualified }

  /// The key among those of all classes.
  var flatKey: String { isLowest ? text : qualified }
}
