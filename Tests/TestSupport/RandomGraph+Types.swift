import Stele

extension RandomGraph {
  /// Makes the keys of classes and structs, and the cases of enums.
  mutating func makeKeys() {
    for index in entries.indices {
      let name = entries[index].name
      let version = entries[index].version
      switch entries[index].kind {
      case .class:
        entries[index].keys = keys(version: version, below: valueNames.count)
      case .struct:
        entries[index].keys = keys(version: version, below: place(of: name))
      case .enum:
        var cases: [ArchiveCase] = []
        for caseIndex in 0...random.count(upTo: 3) {
          cases.append(
            ArchiveCase(
              ["", "circle", "square", "\u{E4} \"case\""][caseIndex],
              since: Int.random(in: 1...version, using: &random),
              isRetired: caseIndex > 0 && random.isOne(in: 3),
              keys: keys(version: version, below: place(of: name))))
        }
        entries[index].cases = cases.shuffled(using: &random)
      }
    }
  }

  private func place(of name: String) -> Int {
    valueNames.firstIndex { $0.name == name } ?? 0
  }

  /// Makes keys, of which some can be retired.
  private mutating func keys(version: Int, below place: Int) -> [ArchiveKey] {
    var keys: [ArchiveKey] = []
    let names = ["", "name", "\u{E9}t\u{E9}", "a\tb"]
    for index in 0..<random.count(upTo: 9) {
      let isOptional = random.isOne(in: 3)
      let type =
        isOptional && random.isOne(in: 12)
        ? .never
        : options.hasJoins && !random.isOne(in: 4)
          ? random.pick(Self.joinedTypes, or: .any)
          : type(nesting: 3, isPlain: false, below: isOptional ? valueNames.count : place)
      let since = Int.random(in: 1...version, using: &random)
      keys.append(
        ArchiveKey(
          index < names.count ? names[index] : "key\(index)", type, since: since,
          presence: isOptional ? .optional : .required))
    }
    for index in 0..<2 where random.isOne(in: 2) {
      let type = type(nesting: 2, isPlain: false, below: place)
      let presence = random.pick(ArchiveKey.Presence.allCases, or: .retired)
      keys.append(ArchiveKey("old\(index)", type, since: 1, presence: presence))
    }
    return keys.shuffled(using: &random)
  }

  /// Types of which many pairs have a join other than `any`, and of which there are values without objects.
  static let joinedTypes: [ArchiveTypeDescriptor] = [
    .int8, .int16, .int64, .uint8, .uint128, .float32, .string, .any, .optional(.never),
    .optional(.int8), .optional(.int32), .optional(.optional(.int16)), .optional(.any),
    .optional(.reference(to: nil)), .optional(.reference(to: "Class0")),
    .optional(.optional(.reference(to: nil))), .weakReference(to: nil),
    .weakReference(to: "Class0"), .list(.never), .list(.int8),
    .list(.optional(.reference(to: nil))),
    .set(.never), .set(.int8), .map(key: .never, value: .never), .map(key: .int8, value: .string),
  ]

  /// Types without parts and names.
  static let plainTypes: [ArchiveTypeDescriptor] = [
    .bool, .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32, .uint64, .uint128,
    .float16, .float32, .float64, .string, .bytes, .date, .uuid, .decimal, .any,
  ]

  /// Makes a type of which there are values, and which nests no deeper than a limit.
  ///
  /// A plain type has no references, structs and enums. Structs and enums that do not stand before
  /// a place in `valueNames` are not used directly.
  mutating func type(nesting: Int, isPlain: Bool, below place: Int) -> ArchiveTypeDescriptor {
    let plain = random.pick(Self.plainTypes, or: .bool)
    guard nesting > 0 else { return plain }
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      let part = part(nesting: nesting, isPlain: isPlain)
      return .optional(part)
    case 1, 2: return .list(part(nesting: nesting, isPlain: isPlain))
    case 3: return .set(keyPart(nesting: nesting, isPlain: isPlain))
    case 4:
      let key = keyPart(nesting: nesting, isPlain: isPlain)
      return .map(key: key, value: part(nesting: nesting, isPlain: isPlain))
    case 5, 6:
      guard !isPlain, !objectEntries.isEmpty else { return plain }
      return .reference(
        to: random.isOne(in: 3) ? nil : members.keys.sorted().randomElement(using: &random))
    case 7:
      guard !isPlain else { return plain }
      return .optional(.reference(to: anyClassName()))
    case 8:
      guard !isPlain else { return plain }
      return .weakReference(to: anyClassName())
    case 9, 10:
      guard !isPlain, let named = valueNames.prefix(place).randomElement(using: &random) else {
        return plain
      }
      return named.kind == .struct ? .struct(named.name) : .enum(named.name)
    default: return plain
    }
  }

  /// A name of a class, which may have no objects and no entry, or nil.
  private mutating func anyClassName() -> String? {
    let names = Set(entries.filter { $0.kind == .class }.map(\.name)).union(["Ghost"])
    return random.isOne(in: 3) ? nil : names.sorted().randomElement(using: &random)
  }

  private mutating func part(nesting: Int, isPlain: Bool) -> ArchiveTypeDescriptor {
    if random.isOne(in: 12) { return .never }
    return type(nesting: nesting - 1, isPlain: isPlain, below: valueNames.count)
  }

  private mutating func keyPart(nesting: Int, isPlain: Bool) -> ArchiveTypeDescriptor {
    part(nesting: nesting, isPlain: isPlain || !options.hasReferencesInKeys)
  }
}
