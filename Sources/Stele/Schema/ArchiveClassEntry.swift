/// A description of the objects, structs or enums of one class, as one writer wrote them.
///
/// Spec §4.2.
public struct ArchiveClassEntry: Hashable, Sendable {
  /// The kind of type that an entry describes.
  @nonexhaustive
  public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// Objects, which have identity.
    case `class` = 0
    /// Structs.
    case `struct` = 1
    /// Enums.
    case `enum` = 2
  }

  /// The archive name of the class.
  public var name: String
  /// The class version, 1 or more.
  public var version: Int
  /// The kind of type that the entry describes.
  public let kind: Kind
  /// The entry number of the superclass, or nil for none.
  public var superclass: Int?
  /// The keys that this entry declares, in their order; none in enums.
  public var keys: [ArchiveKey]
  /// The cases of an enum.
  public var cases: [ArchiveCase]

  /// Makes an entry of a class.
  public static func `class`(
    _ name: String, version: Int = 1, superclass: Int? = nil, keys: [ArchiveKey] = []
  ) -> ArchiveClassEntry {
    ArchiveClassEntry(
      name: name, version: version, kind: .class, superclass: superclass, keys: keys, cases: [])
  }

  /// Makes an entry of a struct.
  public static func `struct`(_ name: String, version: Int = 1, keys: [ArchiveKey] = [])
    -> ArchiveClassEntry
  {
    ArchiveClassEntry(
      name: name, version: version, kind: .struct, superclass: nil, keys: keys, cases: [])
  }

  /// Makes an entry of an enum.
  public static func `enum`(_ name: String, version: Int = 1, cases: [ArchiveCase])
    -> ArchiveClassEntry
  {
    ArchiveClassEntry(
      name: name, version: version, kind: .enum, superclass: nil, keys: [], cases: cases)
  }
}

/// A named and typed slot of a class, struct or enum case.
///
/// Spec §4.3.
public struct ArchiveKey: Hashable, Sendable {
  /// Whether records have a value for a key.
  @nonexhaustive
  public enum Presence: UInt8, CaseIterable, Hashable, Sendable {
    /// Every record has a value.
    case required = 0
    /// A record may leave the key out.
    case optional = 1
    /// No record has a value; the name is kept so that no other key takes it.
    case retired = 2
  }

  /// The name, unique among the keys of its entry.
  public var name: String
  /// The type of the values.
  public var type: ArchiveTypeDescriptor
  /// The class version that introduced the key.
  public var since: Int
  /// Whether records have a value for the key.
  public var presence: Presence

  /// Makes a key.
  public init(
    _ name: String, _ type: ArchiveTypeDescriptor, since: Int = 1, presence: Presence = .required
  ) {
    self.name = name
    self.type = type
    self.since = since
    self.presence = presence
  }

  /// Whether records can have a value for the key.
  package var isStored: Bool { presence != .retired }
}

/// A case of an enum.
///
/// Spec §4.4.
public struct ArchiveCase: Hashable, Sendable {
  /// The name, unique among the cases of its entry.
  public var name: String
  /// The class version that introduced the case.
  public var since: Int
  /// Whether no value may be of this case any more.
  public var isRetired: Bool
  /// The keys of the payload.
  public var keys: [ArchiveKey]

  /// Makes a case.
  public init(_ name: String, since: Int = 1, isRetired: Bool = false, keys: [ArchiveKey] = []) {
    self.name = name
    self.since = since
    self.isRetired = isRetired
    self.keys = keys
  }
}

extension ArchiveKey {
  /// Compares keys, names by their bytes.
  public static func == (left: ArchiveKey, right: ArchiveKey) -> Bool {
    left.name.isExactly(right.name) && left.type == right.type && left.since == right.since
      && left.presence == right.presence
  }
}

extension ArchiveCase {
  /// Compares cases, names by their bytes.
  public static func == (left: ArchiveCase, right: ArchiveCase) -> Bool {
    left.name.isExactly(right.name) && left.since == right.since
      && left.isRetired == right.isRetired && left.keys == right.keys
  }
}

/// The names that have a meaning in the format, and those that are reserved for it.
///
/// Spec §12.4, chapter 13.
package enum RegisteredName {
  /// The struct of a span of time.
  package static let duration = "$duration"

  /// The overflow key, which holds the values of keys that no entry of the type lists.
  static let overflow = "*"

  /// Whether a class name is reserved: a program must not use it for anything else.
  package static func isReserved(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "$") }
}
