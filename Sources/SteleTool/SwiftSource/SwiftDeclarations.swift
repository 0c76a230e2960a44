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
    var isOptional: Bool
    /// Whether the value needs a box, because a struct stored in place would contain itself.
    var isBoxed = false
    var property = ""
  }

  struct Case {
    var name: String
    var keys: [Key]
    var identifier = ""
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
      merge(entries[index] ?? [], into: index)
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
  private mutating func merge(_ numbers: [Int], into index: Int) {
    let entries = numbers.map { classes.entries[$0] }
    types[index].keys = merged(entries.map(\.keys))
    types[index].cases = Self.grouped(entries.flatMap(\.cases).filter { !$0.isRetired }, by: \.name)
      .map { Case(name: $0[0].name, keys: merged($0.map(\.keys))) }
    for (number, entry) in zip(numbers, entries)
    where types[index].newest == 0 || entry.version >= types[index].version {
      (types[index].newest, types[index].version) = (number + 1, entry.version)
    }
    // Stored keys may have the names of retired ones.
    let names = Set(types[index].keys.map { ExactString($0.name) })
    let newest = classes[types[index].newest]?.keys ?? []
    types[index].retired = newest.filter { !$0.isStored && !names.contains(ExactString($0.name)) }
  }

  /// Merges the keys of several entries, or of a case in several entries; a key that one of them lacks is optional.
  private mutating func merged(_ members: [[ArchiveKey]]) -> [Key] {
    Self.grouped(members.flatMap { $0.filter(\.isStored) }, by: \.name).map { keys in
      Key(
        name: keys[0].name,
        type: keys.dropFirst().reduce(keys[0].type) { $0.joined(with: $1.type, names: &names) },
        since: keys.map(\.since).max() ?? 1,
        isOptional: keys.count < members.count || keys.contains { $0.presence == .optional })
    }
  }

  /// Groups elements by their names, in the order of the first ones; no group is empty.
  private static func grouped<Element>(
    _ elements: [Element], by name: KeyPath<Element, String>
  ) -> [[Element]] {
    var groups: [[Element]] = []
    var places: [ExactString: Int] = [:]
    for element in elements {
      let name = ExactString(element[keyPath: name])
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append([])
      }
      groups[place].append(element)
    }
    return groups
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
      let levels = Set(classes.chain(of: number + 1).map { declared[$0 - 1] })
      var upper = types[declared[number]].superclass
      while let current = upper {
        if !levels.contains(current) { types[current].isSometimesMissing = true }
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
