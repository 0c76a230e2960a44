internal import Stele

/// What a stored property is called in archives.
///
/// A private property may have the name of one of another class of the hierarchy. Each class has a level of its own in a Stele
/// archive, so both keep their names there. A keyed archive has one space of keys: what is declared lowest keeps its name, and
/// others have that of their class before it, as in `Account.secret`.
struct PropertyName: Sendable {
  /// The name in the program.
  let text: String
  /// The name with that of the class that declares it.
  let qualified: String
  /// The level of the class, counted from the topmost superclass that can be archived.
  let level: Int
  /// That class.
  let levelType: AnyClass
  /// Whether no class below has a property of the name.
  let isLowest: Bool
  /// Whether none below of the same level has; there are such where a superclass takes no part in archives.
  let isLowestOfLevel: Bool

  /// Makes the name of a property of a class.
  ///
  /// - Parameters:
  ///   - text: The name in the program.
  ///   - owner: The class that declares it.
  ///   - level: The level to which it belongs.
  ///   - levelType: The class of the level.
  ///   - namesBelow: The names of those that are declared below.
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
