package import Stele

/// Finds keys whose name their class has retired with another type.
///
/// Spec §8.3.
package struct ReusedNames {
  /// The retirement of a name.
  package struct Retirement: Hashable, Sendable {
    /// The lowest class version that lists the name as retired.
    package let version: Int
    /// The type that the retired key had.
    package let type: ArchiveTypeDescriptor
  }

  private struct Name: Hashable {
    let className: ExactString
    let key: ExactString
  }

  private var retirements: [Name: Retirement] = [:]

  /// Collects the retired keys of the classes and structs of a table.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  package init(_ classes: ArchiveClassTable) {
    for entry in classes.entries {
      for key in entry.keys where key.presence == .retired {
        let name = Name(className: ExactString(entry.name), key: ExactString(key.name))
        guard entry.version < retirements[name]?.version ?? .max else { continue }
        retirements[name] = Retirement(version: entry.version, type: key.type)
      }
    }
  }

  /// The retirement that a key of an entry disregards, or nil if the key has the type that its name had.
  package func retirement(of key: ArchiveKey, in entry: ArchiveClassEntry) -> Retirement? {
    let name = Name(className: ExactString(entry.name), key: ExactString(key.name))
    guard let retirement = retirements[name], retirement.version <= entry.version,
      retirement.type != key.type
    else { return nil }
    return retirement
  }
}
