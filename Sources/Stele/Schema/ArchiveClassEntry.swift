/// A description of the objects, structs or enums of one class, as one writer wrote them.
///
/// Spec §4.2.
public struct ArchiveClassEntry: Hashable, Sendable {
  /// What an entry describes.
  public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// Objects, which have identity.
    case `class` = 0
    /// Structs.
    case structure = 1
    /// Enums.
    case enumeration = 2
  }

  /// The archive name of the class.
  public var name: String
  /// The class version, 1 or more.
  public var version: Int
  /// What the entry describes.
  public var kind: Kind
  /// The entry number of the superclass, or nil for none.
  public var superclass: Int?
  /// The keys that this entry declares, in their order; none in enums.
  public var keys: [ArchiveKey]
  /// The cases of an enum.
  public var cases: [ArchiveCase]

  private init(
    name: String, version: Int, kind: Kind, superclass: Int?, keys: [ArchiveKey],
    cases: [ArchiveCase]
  ) {
    self.name = name
    self.version = version
    self.kind = kind
    self.superclass = superclass
    self.keys = keys
    self.cases = cases
  }

  /// Makes an entry of a class.
  public static func `class`(
    _ name: String, version: Int = 1, superclass: Int? = nil, keys: [ArchiveKey] = []
  ) -> ArchiveClassEntry {
    ArchiveClassEntry(
      name: name, version: version, kind: .class, superclass: superclass, keys: keys, cases: [])
  }

  /// Makes an entry of a struct.
  public static func structure(_ name: String, version: Int = 1, keys: [ArchiveKey] = [])
    -> ArchiveClassEntry
  {
    ArchiveClassEntry(
      name: name, version: version, kind: .structure, superclass: nil, keys: keys, cases: [])
  }

  /// Makes an entry of an enum.
  public static func enumeration(_ name: String, version: Int = 1, cases: [ArchiveCase])
    -> ArchiveClassEntry
  {
    ArchiveClassEntry(
      name: name, version: version, kind: .enumeration, superclass: nil, keys: [], cases: cases)
  }
}
