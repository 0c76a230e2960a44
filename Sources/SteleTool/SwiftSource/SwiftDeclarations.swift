internal import Stele
internal import SteleInspection
internal import SteleModel

/// The declarations with which a Swift program reads an archive: one type for each class, struct and enum, by name.
///
/// Entries with the same name are merged: a key has a type that accepts the values of all entries, and may be absent if an
/// entry lacks it.
struct SwiftDeclarations {
  struct Key {
    var name: String
    var type: ArchiveTypeDescriptor
    var since: Int
    /// The number of entries that have the key.
    var count = 1
    var isOptional: Bool
    /// Whether the value needs a box, because a struct stored in place would contain itself.
    var isBoxed = false
    var property = ""
  }

  struct Case {
    var name: String
    var keys: [Key]
    var identifier = ""
    /// The number of entries that have the case.
    var count = 1
  }

  struct Declared {
    let kind: ArchiveClassEntry.Kind
    let name: String
    var identifier = ""
    var version = 1
    /// The number of the newest entry, or 0 if the archive has none.
    var newest = 0
    var keys: [Key] = []
    var retired: [ArchiveKey] = []
    var cases: [Case] = []
    var superclass: Int?
    /// Whether the superclass of the archive is left out, because the class would be its own superclass.
    var isCut = false
    var hasSubclasses = false
    /// Whether some objects lack this class among their superclasses, although the newest entry of their class has it.
    var isSometimesMissing = false

    /// Whether Swift has the type that the format registers by this name.
    var isRegistered: Bool { kind == .struct && name == RegisteredName.duration }
  }

  private struct Name: Hashable {
    let kind: ArchiveClassEntry.Kind
    let name: NumberedName
  }

  var types: [Declared] = []
  private var indices: [Name: Int] = [:]
  private var names = NameNumbers()
  private let classes: ArchiveClassTable
  /// The declared type of each entry.
  private var declared: [Int] = []

  init(_ schema: ArchiveSchema) {
    classes = schema.classes
    for entry in classes.entries { declared.append(index(of: entry.kind, entry.name)) }
    let entries = Dictionary(grouping: declared.indices) { declared[$0] }
    for index in types.indices {
      let entries = entries[index] ?? []
      merge(entries, into: index)
      completeKeys(of: index, entryCount: entries.count)
    }
    // Names without entries have no values, but keys have their types.
    for entry in classes.entries {
      for key in entry.keys + entry.cases.flatMap(\.keys) { addNames(in: key.type) }
    }
    for root in schema.roots { addNames(in: root.type) }
    addSuperclasses()
    findMissingLevels()
    findRecursion()
  }

  /// Returns the index of a type, which is added if it does not exist yet.
  private mutating func index(of kind: ArchiveClassEntry.Kind, _ name: String) -> Int {
    let name = Name(kind: kind, name: names.numbered(name))
    if let index = indices[name] { return index }
    types.append(Declared(kind: kind, name: name.name.string))
    indices[name] = types.count - 1
    return types.count - 1
  }

  /// Returns the declared type for a name in a descriptor.
  mutating func type(_ kind: ArchiveClassEntry.Kind, _ name: String) -> Declared? {
    index(kind, name).map { types[$0] }
  }

  /// Returns the index of the declared type for a name in a descriptor.
  mutating func index(_ kind: ArchiveClassEntry.Kind, _ name: String) -> Int? {
    indices[Name(kind: kind, name: names.numbered(name))]
  }

  private mutating func addNames(in type: ArchiveTypeDescriptor) {
    var rest = [type]
    while let type = rest.popLast() {
      switch type {
      case .reference(let name?), .weakReference(let name?): _ = index(of: .class, name)
      case .struct(let name): _ = index(of: .struct, name)
      case .enum(let name): _ = index(of: .enum, name)
      default: rest += type.parts
      }
    }
  }

  /// Merges the entries of a type.
  private mutating func merge(_ entries: [Int], into index: Int) {
    var places: [ExactString: Int] = [:]
    var casePlaces: [ExactString: Int] = [:]
    var caseKeyPlaces: [[ExactString: Int]] = []
    for number in entries {
      let entry = classes.entries[number]
      Self.merge(entry.keys, into: &types[index].keys, places: &places, names: &names)
      if types[index].newest == 0 || entry.version >= types[index].version {
        (types[index].newest, types[index].version) = (number + 1, entry.version)
        types[index].retired = entry.keys.filter { !$0.isStored }
      }
      for entryCase in entry.cases where !entryCase.isRetired {
        let name = ExactString(entryCase.name)
        let place = casePlaces[name] ?? types[index].cases.count
        if place == types[index].cases.count {
          types[index].cases.append(Case(name: entryCase.name, keys: [], count: 0))
          casePlaces[name] = place
          caseKeyPlaces.append([:])
        }
        types[index].cases[place].count += 1
        Self.merge(
          entryCase.keys, into: &types[index].cases[place].keys, places: &caseKeyPlaces[place],
          names: &names)
      }
    }
  }

  private static func merge(
    _ keys: [ArchiveKey], into merged: inout [Key], places: inout [ExactString: Int],
    names: inout NameNumbers
  ) {
    for key in keys where key.isStored {
      guard let place = places[ExactString(key.name)] else {
        places[ExactString(key.name)] = merged.count
        merged.append(
          Key(
            name: key.name, type: key.type, since: key.since, isOptional: key.presence == .optional)
        )
        continue
      }
      merged[place].type = merged[place].type.joined(with: key.type, names: &names)
      merged[place].since = max(merged[place].since, key.since)
      merged[place].count += 1
      if key.presence == .optional { merged[place].isOptional = true }
    }
  }

  /// Makes keys optional if some entries lack them, and leaves out retired keys if stored keys have the same names.
  private mutating func completeKeys(of index: Int, entryCount: Int) {
    let names = Set(types[index].keys.map { ExactString($0.name) })
    types[index].retired.removeAll { names.contains(ExactString($0.name)) }
    for key in types[index].keys.indices where types[index].keys[key].count < entryCount {
      types[index].keys[key].isOptional = true
    }
    for entryCase in types[index].cases.indices {
      let count = types[index].cases[entryCase].count
      for key in types[index].cases[entryCase].keys.indices
      where types[index].cases[entryCase].keys[key].count < count {
        types[index].cases[entryCase].keys[key].isOptional = true
      }
    }
  }

  /// The largest number of superclasses of a generated class.
  private static let chainLimit = 256

  private mutating func addSuperclasses() {
    for index in types.indices {
      guard types[index].kind == .class,
        let superclass = classes[types[index].newest]?.superclass,
        declared.indices.contains(superclass - 1)
      else { continue }
      let upper = declared[superclass - 1]
      var next: Int? = upper
      var count = 0
      while let current = next, current != index, count <= Self.chainLimit {
        next = types[current].superclass
        count += 1
      }
      guard next == nil else {
        types[index].isCut = true
        continue
      }
      types[index].superclass = upper
      types[upper].hasSubclasses = true
    }
  }

  /// Finds superclasses that some objects of the same class lack, although the newest entry has them.
  private mutating func findMissingLevels() {
    for (number, entry) in classes.entries.enumerated() where entry.kind == .class {
      var upper = types[declared[number]].superclass
      var superclass = entry.superclass
      var levels: Set<Int>?
      while let current = upper {
        if levels == nil, let next = superclass, declared.indices.contains(next - 1),
          declared[next - 1] == current
        {
          superclass = classes[next]?.superclass
        } else {
          let known = levels ?? Set(classes.chain(of: number + 1).map { declared[$0 - 1] })
          if !known.contains(current) { types[current].isSometimesMissing = true }
          levels = known
        }
        upper = types[current].superclass
      }
    }
  }

  /// Returns the struct in a key without an enclosing collection.
  private mutating func directStructure(_ key: Key) -> Int? {
    var type = key.type
    while case .optional(let part) = type { type = part }
    guard case .struct(let name) = type else { return nil }
    return index(.struct, name)
  }

  /// Finds the keys through which a struct contains itself, since these keys need a box; enums are indirect in any case.
  private mutating func findRecursion() {
    var isOpen = Array(repeating: false, count: types.count)
    var isKnown = isOpen
    for start in types.indices where types[start].kind == .struct && !isKnown[start] {
      var path = [(type: start, key: 0)]
      (isOpen[start], isKnown[start]) = (true, true)
      while let last = path.last {
        guard last.key < types[last.type].keys.count else {
          isOpen[last.type] = false
          path.removeLast()
          continue
        }
        path[path.count - 1].key += 1
        guard let next = directStructure(types[last.type].keys[last.key]) else { continue }
        if isOpen[next] { types[last.type].keys[last.key].isBoxed = true }
        guard !isKnown[next] else { continue }
        (isOpen[next], isKnown[next]) = (true, true)
        path.append((next, 0))
      }
    }
  }
}
