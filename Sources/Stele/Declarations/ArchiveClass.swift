/// What a program declares about a class, struct or enum: its name in archives and its history.
///
/// <doc:EvolvingAClass> shows each part at work. A declaration that contradicts itself is refused when its type
/// is first met, with a ``DeclarationFlaw``.
///
/// Spec §8.1.
public struct ArchiveClass: Sendable {
  /// The name in archives, which is not empty and which no other type of the archive has.
  public var name: String
  /// The class version that the program writes, 1 or more.
  public var version: Int
  /// Other names under which the type is found in archives; nothing is written under them.
  public var aliases: [String]
  /// What is to be said about keys (in an enum: about cases); keys without a history need not be listed.
  public var keys: [KeyHistory]
  /// Whether a subclass that inherits its coding may leave its own stored properties out of archives.
  ///
  /// Without it such an instance is refused with ``SteleCodingError/Reason/lostProperties(_:)``.
  public var allowsLostProperties: Bool
  /// The case of an enum that stands for cases of newer programs, or nil when these are an error.
  public var unknownCase: String?
  /// Functions that each make the values of one version from those of the version before it.
  ///
  /// Those that a record needs run once for it, the lowest version first, and before ``migration``. What they throw, the
  /// decoder throws. They do not run for a level that the archive does not have. Spec §8.3.
  public var migrations: [Migration]
  /// Makes the current values from those of any older version.
  ///
  /// It runs once for each object or value whose level was written with a smaller version, or whose
  /// archive does not have the level at all, before any key is read. What it throws, the decoder throws. Spec §8.3.
  public var migration: (@Sendable (inout OldValues) throws -> Void)?
  /// Chooses the class of which an object is made for a record of an older version.
  ///
  /// A class that has been split finds out by the values of a record to which of the new classes its object belongs. All references
  /// lead to that one object. The class has to be allowed (`allow(_:)` of the decoder), and to be one that the property which refers to
  /// the object can have; otherwise the decoder throws ``SteleCodingError/Reason/classNotAllowed(_:)``, or a type mismatch.
  ///
  /// It is asked once for each such object, before the migrations, with the values of the archive, and returns nil for objects of the
  /// class that declares it. Records of the current version are not concerned, nor are values, such as structs, that are made
  /// of the record. What it throws, the decoder throws.
  public var successor: Successor?

  /// A function that chooses the class of the object for the values of an older record, or nil for the class that declares it.
  public typealias Successor =
    @Sendable (OldValues) throws -> (any (AnyObject & Decodable).Type)?

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - version: The class version that the program writes, 1 or more.
  ///   - aliases: Other names under which the type is found in archives.
  ///   - keys: What is to be said about keys, or about the cases of an enum.
  ///   - allowsLostProperties: Whether a subclass that inherits its coding may leave its own properties out.
  ///   - unknownCase: The case of an enum that stands for cases of newer programs.
  ///   - migrations: Functions that each make the values of one version from those of the version before it.
  ///   - migration: Makes the current values from those of any older version.
  ///   - successor: Chooses the class of which an object is made for a record of an older version.
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
  /// Whether there is any migration.
  var isMigrated: Bool { migration != nil || !migrations.isEmpty }

  /// Whether values of older versions differ from current ones, although they have the same types.
  var changesValues: Bool { isMigrated || keys.contains { !$0.conversions.isEmpty } }

  /// The migrations that make the current values from those of a version, in order; 0 stands for a level that is not there.
  func migrations(from version: Int) -> [@Sendable (inout OldValues) throws -> Void] {
    guard version < self.version else { return [] }
    let stages = version == 0 ? [] : migrations.filter { $0.version > version }
    return stages.sorted { $0.version < $1.version }.map(\.migrate)
      + (migration.map { [$0] } ?? [])
  }
}

/// One step of the migration of a class: makes the values of one version from those of the version before it.
///
///     ArchiveClass(
///       "Contact", version: 3, keys: [.retired("first", .string), .retired("last", .string)],
///       migrations: [
///         .to(2) { old in
///           let first = try old.decode(String.self, "first") ?? ""
///           let last = try old.decode(String.self, "last") ?? ""
///           old.set("\(first) \(last)", for: "name")
///         },
///         .to(3) { old in
///           let name = try old.decode(String.self, "name") ?? ""
///           old.set(name.split(separator: " ").map(String.init), for: "names")
///         },
///       ])
///
/// A step reads what the steps before it have set, and otherwise the values of the archive. What it sets for a key that
/// a later version does not have any more only later steps see.
///
/// Spec §8.3.
public struct Migration: Sendable {
  /// The version whose values it makes.
  let version: Int
  /// Makes them.
  let migrate: @Sendable (inout OldValues) throws -> Void

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - version: The class version whose values it makes, 2 or more.
  ///   - migrate: Makes them of those of the version before.
  /// - Returns: The step.
  public static func to(
    _ version: Int, _ migrate: @escaping @Sendable (inout OldValues) throws -> Void
  ) -> Migration {
    Migration(version: version, migrate: migrate)
  }
}
