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
      let level = classes[number]
      return (name: level?.name ?? "", keys: (level?.keys ?? []).filter(\.isStored))
    }
    var counts: [ExactString: Int] = [:]
    for level in levels {
      for key in level.keys { counts[ExactString(key.name), default: 0] += 1 }
    }
    let steps = levels.flatMap { level in
      level.keys.map { key in
        let isAmbiguous = (counts[ExactString(key.name)] ?? 0) > 1
        return KeyPathText.key(key.name, ofClass: isAmbiguous ? level.name : nil)
      }
    }
    return records.keep(steps, of: entry, size: steps.count)
  }
}
