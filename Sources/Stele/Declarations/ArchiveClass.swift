/// The declaration of a class, struct or enum: its name in archives and its history.
///
/// <doc:EvolvingAClass> shows each part at work. A declaration that contradicts itself is refused with a
/// ``DeclarationFlaw`` when its type is first coded.
///
/// Spec §10.1.
public struct ArchiveClass: Sendable {
  /// The name in archives, which is not empty, and which no other type of the archive has.
  public var name: String
  /// The class version that the program writes, 1 or more.
  public var version: Int
  /// Other names under which the type is found in archives; nothing is written under them.
  public var aliases: [String]
  /// The histories of keys, or of the cases of an enum; keys without a history need not be listed.
  public var keys: [KeyHistory]
  /// Whether a subclass that inherits its coding may leave its own stored properties out of archives.
  ///
  /// If it is `false`, encoding such an instance throws ``SteleCodingError/Reason/lostProperties(_:)``.
  public var allowsLostProperties: Bool
  /// The case of an enum that is decoded for cases of newer programs, or nil if these are an error.
  public var unknownCase: String?
  /// Functions that each make the values of one version from the values of the previous version.
  ///
  /// The functions that a record needs run once, the lowest version first, and before ``migration``. The decoder throws
  /// their errors. They do not run for a level that the archive does not have. Spec §10.3.
  public var migrations: [Migration]
  /// Makes the current values from the values of any older version.
  ///
  /// It runs before any key is read, once for each object or value whose level was written with an older version, or
  /// whose archive does not have the level. The decoder throws its error. Spec §10.3.
  public var migration: (@Sendable (inout OldValues) throws -> Void)?
  /// Chooses the class of the object that is made of a record of an older version.
  ///
  /// A class that has been split chooses one of the new classes by the values of a record. All references are to that
  /// one object. The class must be allowed (`allow(_:)` of the decoder), and must fit the property that refers to the
  /// object; otherwise the decoder throws ``SteleCodingError/Reason/classNotAllowed(_:)``, or a type mismatch.
  ///
  /// The function is called once for each object of an older record, before the migrations, with the values of the archive,
  /// and returns nil for an object of the class that declares it. It is not called for records of the current version, nor for
  /// values, such as structs, that are made of a record. The decoder throws its error.
  public var successor: Successor?

  /// A function that chooses a class for the values of an older record, or returns nil for the class that declares it.
  ///
  /// The decoder throws its error.
  public typealias Successor =
    @Sendable (OldValues) throws -> (any (AnyObject & Decodable).Type)?

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - version: The class version that the program writes, 1 or more.
  ///   - aliases: Other names under which the type is found in archives.
  ///   - keys: The histories of keys, or of the cases of an enum.
  ///   - allowsLostProperties: Whether a subclass that inherits its coding may leave its own properties out.
  ///   - unknownCase: The case of an enum that is decoded for cases of newer programs.
  ///   - migrations: Functions that each make the values of one version from the values of the previous version.
  ///   - migration: Makes the current values from the values of any older version.
  ///   - successor: Chooses the class of the object that is made of a record of an older version.
  ///
  /// The decoder throws the errors of the functions.
  public init(
    _ name: String, version: Int = 1, aliases: [String] = [], keys: [KeyHistory] = [],
    allowsLostProperties: Bool = false, unknownCase: String? = nil,
    migrations: [Migration] = [],
    migration: (@Sendable (inout OldValues) throws -> Void)? = nil,
    successor: Successor? = nil
  ) {
    self.name = name
    self.version = version
    self.aliases = aliases
    self.keys = keys
    self.allowsLostProperties = allowsLostProperties
    self.unknownCase = unknownCase
    self.migrations = migrations
    self.migration = migration
    self.successor = successor
  }
}

extension ArchiveClass {
  var isMigrated: Bool { migration != nil || !migrations.isEmpty }

  /// Whether values of older versions may differ from current values of the same types.
  var changesValues: Bool { isMigrated || keys.contains { !$0.conversions.isEmpty } }

  /// Returns the migrations that make the current values from the values of a version, in order; version 0 is an absent level.
  func migrations(from version: Int) -> [@Sendable (inout OldValues) throws -> Void] {
    guard version < self.version else { return [] }
    let stages = version == 0 ? [] : migrations.filter { $0.version > version }
    return stages.sorted { $0.version < $1.version }.map(\.migrate)
      + (migration.map { [$0] } ?? [])
  }
}

extension ArchiveClass {
  /// One step of the migration of a class: makes the values of one version from the values of the previous version.
  ///
  ///     ArchiveClass(
  ///       "Contact", version: 3, keys: [.retired("first", .string), .retired("last", .string)],
  ///       migrations: [
  ///         .to(2) { old in
  ///           let first = try old.decode("first", as: String.self) ?? ""
  ///           let last = try old.decode("last", as: String.self) ?? ""
  ///           old.set("\(first) \(last)", for: "name")
  ///         },
  ///         .to(3) { old in
  ///           let name = try old.decode("name", as: String.self) ?? ""
  ///           old.set(name.split(separator: " ").map(String.init), for: "names")
  ///         },
  ///       ])
  ///
  /// A step reads the values that earlier steps have set, and otherwise the values of the archive. If it sets a key that later
  /// versions no longer have, only later steps see the value.
  ///
  /// Spec §10.3.
  public struct Migration: Sendable {
    /// The class version whose values the step makes.
    let version: Int
    let migrate: @Sendable (inout OldValues) throws -> Void

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - version: The class version whose values it makes, 2 or more.
    ///   - migrate: Makes them from the values of the previous version; what it throws, the decoder throws.
    /// - Returns: The step.
    public static func to(
      _ version: Int, _ migrate: @escaping @Sendable (inout OldValues) throws -> Void
    ) -> Migration {
      Migration(version: version, migrate: migrate)
    }
  }
}
