import Stele

/// The changes between the definitions of two archives with equal values: the types of roots and metadata, and the joins of
/// classes, structs and enums.
///
/// Spec §9.2, §9.7.
struct DefinitionComparison {
  private(set) var changes: [ArchiveDifference.Change] = []

  init(_ old: ComparedArchive, _ new: ComparedArchive) {
    for (index, root) in old.outline.items.enumerated() {
      // Archives with equal values have roots with the same names.
      guard new.outline.types.indices.contains(index), index < old.outline.types.count else {
        break
      }
      let (type, other) = (old.outline.types[index], new.outline.types[index])
      guard type != other else { continue }
      add(root.keyPath, "as \(type.shortWords)", root.keyPath, "as \(other.shortWords)")
    }
    guard old.conversion.joins != new.conversion.joins else { return }
    compare(Definition.all(in: old.conversion.joins), Definition.all(in: new.conversion.joins))
  }

  private mutating func add(
    _ oldPath: String?, _ old: String?, _ newPath: String?, _ new: String?
  ) {
    changes.append(ArchiveDifference.Change(oldPath, old, newPath, new))
  }

  /// Compares the joins of equal lineages, and then joins that share only the name and kind.
  private mutating func compare(_ old: [Definition], _ new: [Definition]) {
    var partners = Partners(old.count, new.count)
    for key in [\Definition.lineage, \Definition.name] {
      partners.matchRest { index, side in (side == .old ? old : new)[index][keyPath: key] }
    }
    for (index, left) in old.enumerated() {
      guard let right = partners.new(of: index).map({ new[$0] }) else {
        add(left.path, left.text, nil, nil)
        continue
      }
      if left.lineage != right.lineage { add(left.path, left.text, right.path, right.text) }
      compareParts(of: left, right)
    }
    for index in partners.rest().new { add(nil, nil, new[index].path, new[index].text) }
  }

  private mutating func compareParts(of left: Definition, _ right: Definition) {
    var rest: [[ExactString]: Definition.Part] = [:]
    for part in right.parts { rest[part.name] = part }
    for part in left.parts {
      let path = left.path + part.step
      guard let other = rest.removeValue(forKey: part.name) else {
        add(path, part.text, nil, nil)
        continue
      }
      if part != other { add(path, part.text, right.path + other.step, other.text) }
    }
    for part in right.parts where rest[part.name] != nil {
      add(nil, nil, right.path + part.step, part.text)
    }
  }
}

/// The join of a lineage, in parts that are compared one at a time.
private struct Definition {
  /// A key, or a case.
  struct Part: Equatable {
    /// The names of the case and of the key.
    let name: [ExactString]
    let step: String
    let type: ArchiveTypeDescriptor?
    let since: Int
    let suffix: String

    var text: String { "\(type?.shortWords ?? "case") since \(since)\(suffix)" }
  }

  /// The kind and the name.
  let name: [ExactString]
  /// The kind, and the names and versions of the chain.
  let lineage: [ExactString]
  let path: String
  /// A text of the lineage.
  let text: String
  private(set) var parts: [Part] = []

  static func all(in table: ArchiveClassTable) -> [Definition] {
    table.entries.indices.map { Definition($0 + 1, in: table) }
  }

  private init(_ number: Int, in table: ArchiveClassTable) {
    let chain = table.chain(of: number).reversed().compactMap { table[$0] }
    let kind = chain.first.map { NotationNames.word($0.kind) } ?? ""
    name = ([kind] + chain.prefix(1).map(\.name)).map { ExactString($0) }
    lineage = ([kind] + chain.flatMap { [$0.name, "\($0.version)"] }).map { ExactString($0) }
    path = "\(kind) \(KeyPathText.name(chain.first?.name ?? ""))"
    text =
      "version \(chain.first?.version ?? 0)"
      + chain.dropFirst().prefix(4).map {
        " of \(KeyPathText.name($0.name)) version \($0.version)"
      }.joined()
    add(chain.first?.keys ?? [], nil)
    for item in chain.first?.cases ?? [] {
      parts.append(
        Part(
          name: [ExactString(item.name)], step: KeyPathText.key(item.name),
          type: nil, since: item.since, suffix: item.isRetired ? " retired" : ""))
      add(item.keys, item.name)
    }
  }

  private mutating func add(_ keys: [ArchiveKey], _ caseName: String?) {
    for key in keys {
      let suffix = key.presence == .required ? "" : " " + NotationNames.word(key.presence)
      parts.append(
        Part(
          name: [ExactString(caseName ?? ""), ExactString(key.name)],
          step: (caseName.map { KeyPathText.key($0) } ?? "") + KeyPathText.key(key.name),
          type: key.type, since: key.since, suffix: suffix))
    }
  }
}
