import Stele

/// The names of a class table, with hashes by which those of two archives are compared.
struct ComparedSchema {
  /// A stored key of a class, struct or case.
  struct Key {
    let name: String
    let hash: UInt64
    /// The name of the class on whose level the key stands, and its hash; none in structs and cases.
    var level = ""
    var levelHash: UInt64 = 0
    /// Whether another level has a key of the same name.
    var isAmbiguous = false
  }

  let classes: ArchiveClassTable
  private let digests: [ContentDigest]
  private var keysOfRecord = EntryCache<[Key]>()
  private var keysOfBody = EntryCache<[[Key]]>()

  init(_ classes: ArchiveClassTable) {
    self.classes = classes
    digests = classes.entries.map { ContentDigest(text: $0.name) }
  }

  func nameHash(ofEntry entry: Int) -> UInt64 {
    nameDigest(ofEntry: entry).a
  }

  func nameDigest(ofEntry entry: Int) -> ContentDigest {
    digests.indices.contains(entry - 1) ? digests[entry - 1] : ContentDigest(2, 2)
  }

  func name(ofEntry entry: Int) -> String { classes[entry]?.name ?? "" }

  /// The keys of a record of an entry, in the order of its values.
  mutating func keys(ofRecord entry: Int) -> [Key] {
    if let keys = keysOfRecord[entry] { return keys }
    var keys: [Key] = []
    for level in classes.chain(of: entry) {
      guard let own = classes[level] else { continue }
      for key in own.keys where key.isStored {
        keys.append(
          Key(
            name: key.name, hash: ContentDigest(text: key.name).a, level: own.name,
            levelHash: nameHash(ofEntry: level)))
      }
    }
    var seen: [UInt64: Int] = [:]
    for (index, key) in keys.enumerated() {
      guard let other = seen.updateValue(index, forKey: key.hash) else { continue }
      keys[index].isAmbiguous = true
      keys[other].isAmbiguous = true
    }
    return keysOfRecord.keep(keys, of: entry, size: keys.count)
  }

  /// The keys of a struct, or of a case of an enum, in the order of its values.
  mutating func keys(ofBody entry: Int, caseIndex: Int = 0) -> [Key] {
    let bodies =
      keysOfBody[entry]
      ?? {
        guard let own = classes[entry] else { return [] }
        let bodies = (own.kind == .enumeration ? own.cases.map(\.keys) : [own.keys]).map { keys in
          keys.filter(\.isStored).map { Key(name: $0.name, hash: ContentDigest(text: $0.name).a) }
        }
        return keysOfBody.keep(bodies, of: entry, size: bodies.reduce(1) { $0 + $1.count })
      }()
    return bodies.indices.contains(caseIndex) ? bodies[caseIndex] : []
  }

  /// The name of a case of an enum.
  func caseName(_ value: ArchiveEnumValue) -> String {
    guard let cases = classes[value.entry]?.cases, cases.indices.contains(value.caseIndex) else {
      return ""
    }
    return cases[value.caseIndex].name
  }

  /// Whether two classes have a class in common on their chains, or a key by its name.
  static func areRelated(
    _ left: ComparedSchema, _ entry: Int, _ right: ComparedSchema, _ other: Int
  )
    -> Bool
  {
    func names(_ schema: ComparedSchema, _ entry: Int) -> Set<ExactString> {
      var names: Set<ExactString> = []
      for level in schema.classes.chain(of: entry) {
        guard let own = schema.classes[level] else { continue }
        names.insert(ExactString("c" + own.name))
        for key in own.keys where key.isStored { names.insert(ExactString("k" + key.name)) }
      }
      return names
    }
    return !names(left, entry).isDisjoint(with: names(right, other))
  }
}
