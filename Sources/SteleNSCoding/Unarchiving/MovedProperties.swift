internal import Foundation
internal import Stele

/// The levels of an archive with the properties of a class, which may have moved between the classes of the hierarchy.
///
///     archive   Item {title}   Document {}            program   Item {}   Page {title}   Document {}
///
/// The classes of the program and their properties are known beforehand, so a key has moved if exactly one level has it without
/// a class of the program that reads it there, and if no other class looks for it. An ambiguous key is an error until the
/// program declares its origin.
struct MovedProperties {
  private let properties: [PropertyName]
  private let type: AnyClass
  private let decoder: ObjectDecoder
  /// The classes of the program that have levels in the archive, by level.
  private let classes: [Int: AnyClass]
  /// The keys that superclasses coded by hand have requested.
  private let askedNames: Set<String>

  init(
    _ table: CodedProperties, _ type: AnyClass, _ decoder: ObjectDecoder,
    _ askedNames: Set<String>, level: (AnyClass) -> Int?
  ) {
    properties = table.properties.map(\.name)
    self.type = type
    self.decoder = decoder
    self.askedNames = askedNames
    var classes: [Int: AnyClass] = [:]
    for superclass in CodedProperties.levels(of: type).dropLast() {
      if let level = level(superclass) { classes[level] = superclass }
    }
    // The object is known to have this class, regardless of the class name in the archive.
    if let last = try? decoder.levelCount - 1 { classes[last] = type }
    self.classes = classes
  }

  /// Returns the key of a property at the level of its class, or nil if that level does not have it.
  func ownKey(of name: PropertyName) throws -> (level: Int, key: String)? {
    guard let level = classes.first(where: { $0.value == name.levelType })?.key else { return nil }
    return try key(of: name, at: level).map { (level, $0) }
  }

  /// Returns the key of a property at another level, or nil if the archive does not have it.
  ///
  /// - Throws: `DecodingError` if the key is ambiguous.
  func movedKey(of name: PropertyName) throws -> (level: Int, key: String)? {
    var found: [(level: Int, key: String)] = []
    for level in 0..<(try decoder.levelCount) where classes[level] != name.levelType {
      if let key = try key(of: name, at: level) { found.append((level, key)) }
    }
    let declared = decoder.movedFrom(name.text)
    guard declared.isEmpty else {
      return declared.lazy.compactMap { source in
        found.first { archivedName(of: $0.level) == source }
      }.first
    }
    let free = found.filter { !isClaimed(name, at: $0.level) }
    guard let moved = free.first else { return nil }
    let hasRival = try properties.contains {
      try $0.text == name.text && $0.level != name.level && ownKey(of: $0) == nil
    }
    guard free.count == 1, !hasRival else { throw ambiguous(name, free.map(\.level)) }
    return moved
  }

  /// Returns whether no level of the archive has the key of a property.
  func isMissing(_ name: PropertyName) throws -> Bool {
    try (0..<(try decoder.levelCount)).allSatisfy { try key(of: name, at: $0) == nil }
  }

  private func key(of name: PropertyName, at level: Int) throws -> String? {
    let place = try decoder.at(level: level)
    let keys = [name.qualified] + (name.isLowestOfLevel ? [name.text] : [])
    return try keys.first { try place.mayHave($0) }
  }

  /// Returns whether a class of the program reads the key of a property at a level.
  private func isClaimed(_ name: PropertyName, at level: Int) -> Bool {
    guard let owner = classes[level] else { return false }
    guard owner is any PropertyCoding.Type else { return askedNames.contains(name.text) }
    return properties.contains { $0.text == name.text && $0.levelType == owner }
  }

  /// Returns the class name of a level in the archive.
  private func archivedName(of level: Int) -> String {
    // Names begin with the class itself, but levels begin with the topmost superclass.
    let names = decoder.classNames.reversed().map { $0 }
    return names.indices.contains(level) ? names[level] : ""
  }

  private func ambiguous(_ name: PropertyName, _ levels: [Int]) -> DecodingError {
    let classes = levels.map { archivedName(of: $0) }
    let className = CodingClass.name(of: name.levelType)
    var error = SteleCodingError(
      .ambiguousKey(name.text), className: className, keyPath: name.text)
    let list = classes.map(\.quoted).joined(separator: " and ").shortened(to: 400)
    error.detail =
      "the archive has no value for \(name.text.quoted) at the level of \(className.quoted), but at that of \(list), and it is not known for which level of the program that is"
    error.hint =
      "Declare it: .key(\(name.text.quoted), movedFrom: \((classes.first ?? "").quoted))."
    return .dataCorrupted(error.decodingContext())
  }
}
