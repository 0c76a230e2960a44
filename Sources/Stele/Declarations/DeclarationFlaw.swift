/// A contradiction in the declaration of a type.
///
/// Spec §4.2 to §4.4.
@nonexhaustive
public enum DeclarationFlaw: Error, Hashable, Sendable {
  /// The archive name is empty.
  case emptyName
  /// The class version is less than 1.
  case version(Int)
  /// A key, or the case of an enum, is listed twice.
  case duplicateKey(String)
  /// A key, or a case, is declared as newer than the class version, or older than 1.
  case since(key: String, version: Int)
  /// A conversion that keeps the type of a key does not declare the version before which it applies, or declares one that
  /// is not between 2 and the class version.
  ///
  /// Declare it: `.converting(from:before:)`.
  case conversionVersion(key: String)
  /// A migration makes a version that is not between 2 and the class version, or two migrations make one version.
  case migration(version: Int)
  /// A successor is declared although no record can be older: by a type that is not a class, or by a class of version 1.
  case successor

  /// The default of a key cannot become a value of the key; the types are named as in Swift.
  case defaultType(key: String, declared: String, property: String)
  /// The value that a conversion or a migration makes cannot become one of the key; the types are named as in Swift.
  case madeType(key: String, made: String, property: String)
  /// A class whose stored properties are all archived has no property for a declared key; the nearest name is given, if
  /// there is a similar one.
  case noProperty(key: String, nearest: String?)

  /// A class whose stored properties are all archived has a weak or unowned one.
  ///
  /// Make it a ``BackReference``, or a ``TransientReference``.
  case weakProperty(String)
  /// A class whose stored properties are all archived has a constant, which would keep the value of the initialiser.
  ///
  /// Make it a `private(set) var`, or, if it is the same for all objects, a `static let` or a computed property.
  case constantProperty(String)
  /// A class whose stored properties are all archived has one of a type that is not `Codable`.
  case propertyNotCodable(String)
  /// A class whose stored properties are all archived was compiled without reflection metadata, or without the names in it.
  ///
  /// Compile its module without `-disable-reflection-metadata` and `-disable-reflection-names`.
  case noMetadata
  /// A class whose stored properties are all archived has a superclass of Objective-C with instance variables.
  case instanceVariables(String)
  /// A ``PackedStruct`` has a stored property that is not among its keys.
  case propertyNotListed(String)

  /// Returns the first flaw of a declaration, or nil if there is none.
  static func first(in archiveClass: ArchiveClass, isClass: Bool) -> DeclarationFlaw? {
    guard !archiveClass.name.isEmpty else { return .emptyName }
    guard 1...Int(Int32.max) ~= archiveClass.version else { return .version(archiveClass.version) }
    var names: Set<ExactString> = []
    for key in archiveClass.keys {
      guard names.insert(ExactString(key.name)).inserted else { return .duplicateKey(key.name) }
      guard 1...archiveClass.version ~= key.since else {
        return .since(key: key.name, version: key.since)
      }
      for conversion in key.conversions {
        let isValid =
          conversion.before.map { 2...max(2, archiveClass.version) ~= $0 }
          ?? (!conversion.keepsType || key.since > 1)
        guard isValid, conversion.before ?? 1 <= archiveClass.version else {
          return .conversionVersion(key: key.name)
        }
      }
    }
    var versions: Set<Int> = []
    for migration in archiveClass.migrations {
      guard 2...Int(Int32.max) ~= migration.version, migration.version <= archiveClass.version,
        versions.insert(migration.version).inserted
      else { return .migration(version: migration.version) }
    }
    guard archiveClass.successor == nil || isClass && archiveClass.version > 1 else {
      return .successor
    }
    return nil
  }
}

extension DeclarationFlaw: CustomStringConvertible {
  /// The flaw, and advice.
  public var description: String {
    switch self {
    case .emptyName: "the archive name is empty; give the class one"
    case .version(let version): "the class version is \(version); it has to be 1 or more"
    case .duplicateKey(let key):
      "\(key.shortened()) is declared twice; remove one of the declarations"
    case .since(let key, let version):
      "\(key.shortened()) is said to be of version \(version), which is not between 1 and the class version; correct that"
    case .conversionVersion(let key):
      "a conversion of \(key.shortened()) does not say which records are older; name the version, at most that of the class, from "
        + "which on the key has its current values: .converting(from:before:)"
    case .migration(let version):
      "a migration makes version \(version), which is not between 2 and the class version, or is made by another migration; "
        + "correct that"
    case .successor:
      "there is a successor, but no older record of a class that it could be chosen for; raise the version of the class, or "
        + "remove the successor"
    case .defaultType(let key, let declared, let property):
      "the default of \(key.shortened()) is of the type \(declared.shortened()), the property of the type "
        + "\(property.shortened()); declare one of that type: .key(\(key.quoted), ..., default: \(property.shortened())(...))"
    case .madeType(let key, let made, let property):
      "a conversion or migration makes a \(made.shortened()) of \(key.shortened()), which is of the type "
        + "\(property.shortened()); let it make one of that type"
    case .noProperty(let key, let nearest):
      "\(key.shortened()) is declared, but there is no property of that name; "
        + (nearest.map { "write \($0.shortened()), or declare the key as retired" }
          ?? "correct the name, or declare the key as retired")
    case .weakProperty(let name):
      "the property \(name.shortened()) is weak or unowned, and nothing tells how it is stored; make it a ConditionalReference "
        + "or BackReference, or a TransientReference to leave it out"
    case .constantProperty(let name):
      "the property \(name.shortened()) is a constant, which would keep the value of init() whatever the archive has; make it a "
        + "private(set) var, or a static let if it is the same for all objects"
    case .propertyNotListed(let name):
      "the stored property \(name.shortened()) is not among packedKeys, and would be lost; list it there, "
        + "or declare allowsLostProperties"
    case .noMetadata:
      "its module was compiled without reflection metadata, so its properties would be lost; compile it without "
        + "-disable-reflection-metadata and -disable-reflection-names, or code the class by hand"
    case .instanceVariables(let name):
      "the superclass \(name.shortened()) has instance variables of Objective-C, which would be lost; code the class by hand, "
        + "or let that superclass conform to NSCoding"
    case .propertyNotCodable(let name):
      "the property \(name.shortened()) is of a type that cannot be archived; mark it TransientValue, or make the type Codable"
    }
  }
}
