package import Stele

extension ArchiveClassTable {
  /// Returns the name of a case of an enum, or nil if the case does not exist.
  package func caseName(of entry: Int, _ caseIndex: Int) -> String? {
    guard let cases = self[entry]?.cases, cases.indices.contains(caseIndex) else { return nil }
    return cases[caseIndex].name
  }

  /// Returns the stored keys of the chain of an entry, with the class of each level.
  func leveledKeys(of entry: Int) -> [(level: String, key: ArchiveKey)] {
    chain(of: entry).flatMap { number in
      let name = self[number]?.name ?? ""
      return (ownKeys(of: number) ?? []).map { (name, $0) }
    }
  }

  /// Returns the stored keys of the chain of an entry, each with the class of its level if another level has a key of the same
  /// name.
  func qualifiedKeys(of entry: Int) -> [(level: String?, key: ArchiveKey)] {
    let keys = leveledKeys(of: entry)
    return zip(keys, keys.map { ExactString($0.key.name) }.repetitions()).map { key, isRepeated in
      (isRepeated ? key.level : nil, key.key)
    }
  }
}
