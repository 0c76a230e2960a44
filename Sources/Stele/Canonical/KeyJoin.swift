/// Joins the keys, or the cases, of the entries of one lineage.
///
/// Spec §9.3.
enum KeyJoin {
  /// The keys of the first member, then those of the second that the first does not have, and so on.
  static func join(_ members: [[Key]]) -> [Key] {
    guard members.count > 1 else { return members.first ?? [] }
    return group(members, by: \.name).map { keys in
      let stored = keys.filter(\.isStored)
      let types = (stored.isEmpty ? keys : stored).map(\.type)
      var key = keys[0]
      key.since = keys.map(\.since).min() ?? key.since
      key.type = types.dropFirst().reduce(types[0]) { $0.joined(with: $1) }
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

  /// The cases of the first member, then those of the second that the first does not have, and so on.
  static func join(_ members: [[Case]]) -> [Case] {
    guard members.count > 1 else { return members.first ?? [] }
    return group(members, by: \.name).map { cases in
      var result = cases[0]
      result.since = cases.map(\.since).min() ?? result.since
      result.isRetired = cases.allSatisfy(\.isRetired)
      result.keys = join(cases.map(\.keys))
      return result
    }
  }

  /// The elements of equal names, in the order in which the names are met; no group is empty.
  private static func group<Element>(
    _ members: [[Element]], by name: KeyPath<Element, String>
  ) -> [[Element]] {
    var positions: [ExactString: Int] = [:]
    var groups: [[Element]] = []
    for element in members.joined() {
      let key = ExactString(element[keyPath: name])
      if let position = positions[key] {
        groups[position].append(element)
      } else {
        positions[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}
