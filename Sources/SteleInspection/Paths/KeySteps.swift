import Stele

/// The steps of key paths to the stored keys of records, found once for each entry.
struct KeySteps {
  private let classes: ArchiveClassTable
  private var records = EntryCache<[String]>()

  init(_ classes: ArchiveClassTable) {
    self.classes = classes
  }

  /// Returns the steps to the keys of a record, in the order of its values, such as `.name`, or `.Pet::name` for a key of
  /// which another level has one of the same name.
  mutating func steps(ofRecord entry: Int) -> [String] {
    if let steps = records[entry] { return steps }
    let levels = classes.chain(of: entry).map { number in
      (name: classes[number]?.name ?? "", keys: classes.ownKeys(of: number) ?? [])
    }
    let keys = levels.flatMap { level in level.keys.map { (name: $0.name, level: level.name) } }
    let steps = zip(keys, keys.map { ExactString($0.name) }.repetitions()).map { key, isRepeated in
      KeyPathText.key(key.name, ofClass: isRepeated ? key.level : nil)
    }
    return records.keep(steps, of: entry, size: steps.count)
  }
}
