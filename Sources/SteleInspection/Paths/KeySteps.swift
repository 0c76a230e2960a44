import Stele

/// The steps of key paths to the stored keys of records, computed once for each entry.
struct KeySteps {
  private let classes: ArchiveClassTable
  private var records = EntryCache<[String]>()

  init(_ classes: ArchiveClassTable) {
    self.classes = classes
  }

  /// Returns the steps to the keys of a record, in the order of its values, such as `.name`, or `.Pet::name` if another level
  /// has a key of the same name.
  mutating func steps(ofRecord entry: Int) -> [String] {
    if let steps = records[entry] { return steps }
    let steps = classes.qualifiedKeys(of: entry).map {
      KeyPathText.key($0.key.name, ofClass: $0.level)
    }
    return records.keep(steps, of: entry, size: steps.count)
  }
}
