internal import Stele
internal import SteleModel

/// The lowest class version that lists a name as retired, and the type that the retired key had.
typealias Retirement = (version: Int, type: ArchiveTypeDescriptor)

extension ArchiveClassTable {
  /// Returns the retirements that keys disregard, which have the retired name with another type.
  ///
  /// They are found by the number of the entry and the position of the key in it.
  ///
  /// Spec §10.3.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  func reusedNames() -> [Int: [Int: Retirement]] {
    struct Name: Hashable {
      let className: NumberedName
      let key: NumberedName
    }
    var names = NameNumbers()
    func name(_ entry: ArchiveClassEntry, _ key: ArchiveKey) -> Name {
      Name(className: names.numbered(entry.name), key: names.numbered(key.name))
    }
    var retired: [Name: Retirement] = [:]
    for entry in entries {
      for key in entry.keys where key.presence == .retired {
        let name = name(entry, key)
        guard entry.version < retired[name]?.version ?? .max else { continue }
        retired[name] = (entry.version, key.type)
      }
    }
    guard !retired.isEmpty else { return [:] }
    var reused: [Int: [Int: Retirement]] = [:]
    for (number, entry) in entries.enumerated() {
      for (index, key) in entry.keys.enumerated() {
        guard let retirement = retired[name(entry, key)], retirement.version <= entry.version,
          !names.areEqual(retirement.type, key.type)
        else { continue }
        reused[number + 1, default: [:]][index] = retirement
      }
    }
    return reused
  }
}
