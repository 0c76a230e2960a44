package import Stele

/// Joins the keys, or the cases, of the entries of one lineage.
///
/// Spec §9.7.
package enum KeyJoin {
  /// Joins the keys of all members, in ascending order of their names.
  package static func join(
    _ members: [[ArchiveKey]], names: inout NameNumbers
  ) -> [ArchiveKey] {
    group(members, by: \.name).map { keys in
      let stored = keys.filter(\.isStored)
      let types = (stored.isEmpty ? keys : stored).map(\.type)
      var key = keys[0]
      key.since = keys.map(\.since).min() ?? key.since
      key.type = types.dropFirst().reduce(types[0]) { $0.joined(with: $1, names: &names) }
      if stored.isEmpty {
        key.presence = .retired
      } else if stored.count < members.count || stored.contains(where: { $0.presence == .optional })
      {
        key.presence = .optional
      } else {
        key.presence = .required
      }
      return key
    }
  }

  /// Joins the cases of all members, in ascending order of their names.
  package static func join(
    _ members: [[ArchiveCase]], names: inout NameNumbers
  ) -> [ArchiveCase] {
    group(members, by: \.name).map { cases in
      var result = cases[0]
      result.since = cases.map(\.since).min() ?? result.since
      result.isRetired = cases.allSatisfy(\.isRetired)
      result.keys = join(cases.map(\.keys), names: &names)
      return result
    }
  }

  /// Groups elements by their names, in ascending order of these; no group is empty.
  private static func group<Element>(
    _ members: [[Element]], by name: KeyPath<Element, String>
  ) -> [[Element]] {
    Dictionary(grouping: members.joined()) { ExactString($0[keyPath: name]) }
      .sorted { $0.key < $1.key }.map(\.value)
  }
}
