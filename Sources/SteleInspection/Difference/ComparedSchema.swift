import Stele

/// The names of a class table, with hashes that are comparable between two archives.
struct ComparedSchema {
  /// A stored key of a class, struct or case.
  struct Key {
    let name: String
    let hash: UInt64
    /// The name of the class that declares the key, and its hash; empty in structs and cases.
    var level = ""
    var levelHash: UInt64 = 0
    /// Whether another level has a key of the same name, or a class of the chain has that name.
    var isAmbiguous = false

    /// The step of a key path to the value of the key.
    var step: String { KeyPathText.key(name, ofClass: isAmbiguous ? level : nil) }
  }

  let classes: ArchiveClassTable
  /// The joins, if both archives have the same ones: then structs, enums and objects are compared by lineage, otherwise by
  /// name.
  var joins: MemberConversion? {
    didSet {
      let values = joins?.joins.entries.filter { $0.kind != .class } ?? []
      hasLineages = Set(values.map { ExactString($0.name) }).count < values.count
    }
  }
  /// Whether structs or enums with the same name have several lineages.
  private(set) var hasLineages = false
  private let digests: [OutlineDigest]
  /// The stored keys of each entry, or of each case of an enum, so that each name is hashed only once.
  private let bodies: [[[Key]]]
  private let caseHashes: [[UInt64]]
  private var keysOfRecord = EntryCache<[Key]>()

  init(_ classes: ArchiveClassTable) {
    self.classes = classes
    digests = classes.entries.map { OutlineDigest(text: $0.name) }
    bodies = zip(1..., classes.entries).map { number, entry in
      let cases = entry.kind == .enum ? entry.cases.indices.map(Optional.some) : [nil]
      return cases.map { index in
        (classes.ownKeys(of: number, caseIndex: index) ?? []).map {
          Key(name: $0.name, hash: OutlineDigest(text: $0.name).a)
        }
      }
    }
    caseHashes = classes.entries.map { $0.cases.map { OutlineDigest(text: $0.name).a } }
  }

  /// Returns a hash of the lineage of an entry, or of its name.
  func identity(ofEntry entry: Int) -> UInt64 {
    joins.map { UInt64($0.join(ofEntry: entry)) } ?? nameHash(ofEntry: entry)
  }

  func nameHash(ofEntry entry: Int) -> UInt64 {
    nameDigest(ofEntry: entry).a
  }

  func nameDigest(ofEntry entry: Int) -> OutlineDigest {
    digests.indices.contains(entry - 1) ? digests[entry - 1] : OutlineDigest(2, 2)
  }

  func name(ofEntry entry: Int) -> String { classes[entry]?.name ?? "" }

  /// Returns the name of a class, with its version if lineages are compared.
  func text(ofClass entry: Int) -> String {
    let version = joins == nil ? "" : " version \(classes[entry]?.version ?? 0)"
    return "class " + KeyPathText.name(name(ofEntry: entry)) + version
  }

  /// Returns the keys of a record of an entry, in the order of its values.
  mutating func keys(ofRecord entry: Int) -> [Key] {
    if let keys = keysOfRecord[entry] { return keys }
    var keys: [Key] = []
    // After an object, the name of one of its classes is a separate step.
    var names: [ExactString] = []
    for level in classes.chain(of: entry) {
      names.append(ExactString(name(ofEntry: level)))
      for var key in self.keys(ofBody: level) {
        key.level = name(ofEntry: level)
        key.levelHash = nameHash(ofEntry: level)
        keys.append(key)
      }
    }
    let repetitions = (names + keys.map { ExactString($0.name) }).repetitions()
    for (index, isRepeated) in repetitions.dropFirst(names.count).enumerated() {
      keys[index].isAmbiguous = isRepeated
    }
    return keysOfRecord.keep(keys, of: entry, size: keys.count)
  }

  /// Returns the keys of a struct, or of a case of an enum, in the order of its values.
  func keys(ofBody entry: Int, caseIndex: Int = 0) -> [Key] {
    guard bodies.indices.contains(entry - 1), bodies[entry - 1].indices.contains(caseIndex) else {
      return []
    }
    return bodies[entry - 1][caseIndex]
  }

  /// Returns a hash of the name of a case of an enum.
  func caseHash(_ value: ArchiveEnumValue) -> UInt64 {
    guard caseHashes.indices.contains(value.entry - 1),
      caseHashes[value.entry - 1].indices.contains(value.caseIndex)
    else { return 0 }
    return caseHashes[value.entry - 1][value.caseIndex]
  }

  func caseName(_ value: ArchiveEnumValue) -> String {
    classes.caseName(of: value.entry, value.caseIndex) ?? ""
  }

  /// Returns whether the chains of two classes share a class, or the name of a key.
  static func areRelated(
    _ left: ComparedSchema, _ entry: Int, _ right: ComparedSchema, _ other: Int
  )
    -> Bool
  {
    func names(_ schema: ComparedSchema, _ entry: Int) -> Set<UInt64> {
      var names: Set<UInt64> = []
      for level in schema.classes.chain(of: entry) {
        names.insert(OutlineDigest.mix(schema.nameHash(ofEntry: level), 1))
        for key in schema.keys(ofBody: level) { names.insert(OutlineDigest.mix(key.hash, 2)) }
      }
      return names
    }
    return !names(left, entry).isDisjoint(with: names(right, other))
  }
}
