import Stele

/// The pairs of a removed and an added class that may be one class with two names.
///
/// In each pair, both classes are the only ones with their keys and cases, or the only ones that share more than half of them.
///
/// Spec §10.3.
extension SchemaComparison {
  /// The names of the keys and cases of a class, struct or enum.
  private struct Signature: Hashable {
    let kind: ArchiveClassEntry.Kind
    let names: Set<ExactString>

    init(_ joined: JoinedClass) {
      kind = joined.identity.kind
      names = Set((joined.keys.map(\.name) + joined.cases.map(\.name)).map(ExactString.init))
    }
  }

  /// The largest number of added classes that may share a name; a more frequent name is ignored.
  private static let commonNameLimit = 16

  /// Compares the removed classes with the added classes.
  ///
  /// - Complexity: O(*n*) in the number of keys and cases.
  mutating func addPossibleRenames(from removed: [JoinedClass], to added: [JoinedClass]) {
    let (old, new) = (removed.map(Signature.init), added.map(Signature.init))
    let oldBySignature = Dictionary(grouping: old.indices) { old[$0] }
    let newBySignature = Dictionary(grouping: new.indices) { new[$0] }
    var renames: [Int: Int] = [:]
    for (index, signature) in old.enumerated() where !signature.names.isEmpty {
      guard oldBySignature[signature]?.count == 1, let others = newBySignature[signature],
        others.count == 1
      else { continue }
      renames[index] = others[0]
    }
    Self.addSimilar(old, new, to: &renames)
    for index in old.indices {
      guard let other = renames[index] else { continue }
      findings.addPossibleRename(
        of: removed[index].subject, .classMayBeRenamed(to: added[other].name))
    }
  }

  /// Adds the pairs that share more than half of their names, and at least two.
  private static func addSimilar(
    _ old: [Signature], _ new: [Signature], to renames: inout [Int: Int]
  ) {
    let taken = Set(renames.values)
    var owners: [ArchiveClassEntry.Kind: [ExactString: [Int]]] = [:]
    for (index, signature) in new.enumerated() where !taken.contains(index) {
      for name in signature.names {
        owners[signature.kind, default: [:]][name, default: []].append(index)
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    for (index, signature) in old.enumerated() where renames[index] == nil {
      var sharedCounts: [Int: Int] = [:]
      for name in signature.names {
        let others = owners[signature.kind]?[name] ?? []
        guard others.count <= commonNameLimit else { continue }
        for other in others { sharedCounts[other, default: 0] += 1 }
      }
      let similar = sharedCounts.filter { other, shared in
        let all = signature.names.count + new[other].names.count - shared
        return shared >= 2 && 2 * shared > all
      }
      pairs += similar.keys.map { (index, $0) }
    }
    let oldCounts = Dictionary(grouping: pairs, by: \.old)
    let newCounts = Dictionary(grouping: pairs, by: \.new)
    for pair in pairs where oldCounts[pair.old]?.count == 1 && newCounts[pair.new]?.count == 1 {
      renames[pair.old] = pair.new
    }
  }
}
