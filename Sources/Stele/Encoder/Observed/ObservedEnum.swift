/// What the values of an enum with payloads look like, as far as they are known.
///
/// Spec §4.4.
final class ObservedEnum {
  private struct CaseState {
    let name: String
    let body: ObservedClass
  }

  private let name: String
  private let declaration: ArchiveClass?
  /// The index of the type.
  let type: Int
  private var cases: [CaseState] = []
  /// The last entry, and the sum of revisions for which it was made.
  private var last: (entry: Int, revision: Int)?

  init(name: String, declaration: ArchiveClass?, type: Int) {
    self.name = name
    self.declaration = declaration
    self.type = type
  }

  /// The index of a case, which is added when it is new.
  func index(ofCase name: String, payload: ObservedKeys) -> Int {
    if let index = cases.firstIndex(where: { $0.name.isExactly(name) }) { return index }
    cases.append(CaseState(name: name, body: ObservedClass(.payload, [payload], type: -1)))
    return cases.count - 1
  }

  /// The shape of the payload of a case.
  func body(ofCase index: Int) -> ObservedClass { cases[index].body }

  /// The entry that has all cases as they are now.
  func entry(_ tables: inout ClassTableWriter) throws(ArchiveWritingError) -> Int {
    let revision = cases.reduce(cases.count) { $0 + $1.body.levels[0].revision }
    if let last, last.revision == revision { return last.entry }
    let version = max(1, declaration?.version ?? 1)
    var result = cases.map { item in
      let since = declaration?.keys.first { $0.name.isExactly(item.name) }?.since ?? 1
      return ArchiveCase(
        item.name, since: min(max(1, since), version),
        keys: item.body.levels[0].entryKeys(tables.types))
    }
    for history in declaration?.keys ?? []
    where history.retiredType != nil && !history.name.contains(".") {
      guard !result.contains(where: { $0.name.isExactly(history.name) }) else { continue }
      result.append(
        ArchiveCase(history.name, since: min(max(1, history.since), version), isRetired: true))
    }
    let number = try tables.define(.enumeration(name, version: version, cases: result))
    last = (number, revision)
    return number
  }
}
