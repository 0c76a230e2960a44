import Stele
import SteleModel

/// All entries with the same name, kind and version in an archive, joined.
///
/// Spec §9.7.
struct JoinedClass {
  /// The identity by which classes of two archives correspond.
  struct Identity: Hashable {
    let name: NumberedName
    let kind: ArchiveClassEntry.Kind
  }

  let identity: Identity
  let version: Int
  let keys: [ArchiveKey]
  let cases: [ArchiveCase]
  private let table: ArchiveClassTable
  /// The number of the first entry in the table.
  private let number: Int

  var name: String { identity.name.string }

  /// The names of the superclasses, nearest first.
  ///
  /// The names are computed, not stored, because an entry of a few bytes can have 255 superclasses.
  var superclasses: [String] {
    table.chain(of: number).dropLast().reversed().compactMap { table[$0]?.name }
  }

  /// Joins entries with the same name, kind and version, given by their numbers.
  init(
    _ numbers: [Int], of table: ArchiveClassTable, identity: Identity, version: Int,
    names: ComparedNames
  ) {
    let members = numbers.compactMap { table[$0] }
    self.identity = identity
    self.version = version
    self.table = table
    number = numbers.first ?? 0
    keys = Self.ordered(names.joined(members.map(\.keys)), as: members.flatMap(\.keys), \.name)
    cases = Self.ordered(names.joined(members.map(\.cases)), as: members.flatMap(\.cases), \.name)
  }

  /// Returns the keys or cases in the order in which the entries first have them.
  private static func ordered<Part>(
    _ joined: [Part], as parts: [Part], _ name: KeyPath<Part, String>
  ) -> [Part] {
    let positions = PositionsByName(parts.map { $0[keyPath: name] })
    return joined.sorted {
      positions[$0[keyPath: name]] ?? 0 < positions[$1[keyPath: name]] ?? 0
    }
  }
}

/// The joined classes of one archive, with their superclasses.
struct JoinedClasses {
  let names: ComparedNames
  /// The versions of each class, ascending.
  private let versions: [JoinedClass.Identity: [JoinedClass]]
  /// The classes in the order of their first entries.
  let order: [JoinedClass.Identity]
  /// The names of the nearest superclasses.
  private let superclasses: Set<NumberedName>

  init(_ table: ArchiveClassTable, names: ComparedNames) {
    self.names = names
    var order: [JoinedClass.Identity] = []
    // The entries of each version.
    var entries: [JoinedClass.Identity: [Int: [Int]]] = [:]
    for (index, entry) in table.entries.enumerated() {
      let identity = JoinedClass.Identity(name: names.numbered(entry.name), kind: entry.kind)
      if entries[identity] == nil { order.append(identity) }
      entries[identity, default: [:]][entry.version, default: []].append(index + 1)
    }
    var versions: [JoinedClass.Identity: [JoinedClass]] = [:]
    for identity in order {
      versions[identity] = entries[identity]?.sorted { $0.key < $1.key }.map { version, numbers in
        JoinedClass(numbers, of: table, identity: identity, version: version, names: names)
      }
    }
    self.versions = versions
    self.order = order
    superclasses = Set(
      table.entries.compactMap { entry in
        entry.superclass.flatMap { table[$0] }.map { names.numbered($0.name) }
      })
  }

  /// Returns the newest version of a class, which is the version of the program that wrote the archive.
  func newest(_ identity: JoinedClass.Identity) -> JoinedClass? { versions[identity]?.last }

  /// Returns the older versions of a class in the same archive.
  func older(_ identity: JoinedClass.Identity) -> ArraySlice<JoinedClass> {
    versions[identity]?.dropLast() ?? []
  }

  /// Returns the newest version of a class, struct or enum with a name, in the first kind that the other archive lacks for the
  /// name.
  func newest(named name: NumberedName, besides other: JoinedClasses) -> JoinedClass? {
    for kind in ArchiveClassEntry.Kind.allCases {
      let identity = JoinedClass.Identity(name: name, kind: kind)
      if let joined = newest(identity), other.newest(identity) == nil { return joined }
    }
    return nil
  }

  func hasSubclasses(_ name: NumberedName) -> Bool { superclasses.contains(name) }

  /// Returns whether a class of this name has an entry.
  func knows(_ name: String) -> Bool { newestClass(name) != nil }

  private func newestClass(_ name: String) -> JoinedClass? {
    newest(JoinedClass.Identity(name: names.numbered(name), kind: .class))
  }

  /// Returns whether the objects of a class are also objects of another class, according to the archive.
  func isClass(_ name: String, a other: String) -> Bool {
    names.areEqual(name, other)
      || newestClass(name)?.superclasses.contains { names.areEqual($0, other) } == true
  }

  /// Returns whether a struct or enum of this name has an entry.
  func namesValue(_ name: String) -> Bool {
    [ArchiveClassEntry.Kind.struct, .enum].contains {
      newest(JoinedClass.Identity(name: names.numbered(name), kind: $0)) != nil
    }
  }
}
