internal import Stele
internal import SteleModel

/// The keys with a name that their class has retired, with a different type.
///
/// Spec §10.3.
struct ReusedNames {
  struct Retirement: Hashable {
    /// The lowest class version that lists the name as retired.
    let version: Int
    /// The type that the retired key had.
    let type: ArchiveTypeDescriptor
  }

  private struct Name: Hashable {
    let className: NumberedName
    let key: NumberedName
  }

  private struct Place: Hashable {
    let entry: Int
    let key: Int
  }

  private var retirements: [Place: Retirement] = [:]

  /// Finds the keys of the classes and structs of a table.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  init(_ classes: ArchiveClassTable) {
    var names = NameNumbers()
    func name(_ entry: ArchiveClassEntry, _ key: ArchiveKey) -> Name {
      Name(className: names.numbered(entry.name), key: names.numbered(key.name))
    }
    var retired: [Name: Retirement] = [:]
    for entry in classes.entries {
      for key in entry.keys where key.presence == .retired {
        let name = name(entry, key)
        guard entry.version < retired[name]?.version ?? .max else { continue }
        retired[name] = Retirement(version: entry.version, type: key.type)
      }
    }
    guard !retired.isEmpty else { return }
    for (number, entry) in classes.entries.enumerated() {
      for (index, key) in entry.keys.enumerated() {
        guard let retirement = retired[name(entry, key)], retirement.version <= entry.version,
          !names.areEqual(retirement.type, key.type)
        else { continue }
        retirements[Place(entry: number + 1, key: index)] = retirement
      }
    }
  }

  /// Returns the retirement that a key disregards, or `nil` if the key has the former type of its name.
  ///
  /// The key is given by its position in the entry with the given number.
  func retirement(ofKey key: Int, inEntry entry: Int) -> Retirement? {
    retirements[Place(entry: entry, key: key)]
  }
}
