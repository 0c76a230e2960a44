import Stele

/// The entries of the objects and dictionaries of a keyed archive.
///
/// Spec §E.3, §E.4.
struct ObjectPlan {
  let list: PropertyListGraph
  let parts: ArchiveParts
  /// The type of each node.
  let types: [InlineType]
  private(set) var names: StringTable
  private(set) var table = VariantTable()
  private(set) var superclasses = SuperclassTable()
  /// The variant of each object, object 1 first.
  private(set) var variantOfObject: [Int] = []
  /// The variant of each dictionary that is a value, by its node number.
  private var variantOfDictionary: [Int: Int] = [:]
  /// The group of the records of a class record, by the number of its object.
  private var groupOfClass: [Int: Int] = [:]

  private let classKey: Int
  private let className: Int
  private let classes: Int
  private let valueKey: Int
  private let classGroup: Int
  private let dictionaryGroup: Int

  init(
    _ list: PropertyListGraph, parts: ArchiveParts, types: [InlineType]
  ) throws(KeyedArchiveError) {
    self.list = list
    self.parts = parts
    self.types = types
    names = StringTable(list.nodes)
    classKey = names.number(of: MappedName.classKey)
    className = names.number(of: MappedName.className)
    classes = names.number(of: MappedName.classes)
    valueKey = names.number(of: MappedName.value)
    classGroup = table.group(.init(kind: .class, name: classKey))
    let dictionary = names.number(of: MappedName.dictionary)
    dictionaryGroup = table.group(.init(kind: .struct, name: dictionary))
    variantOfObject.reserveCapacity(parts.objects.count)
    for node in parts.objects { variantOfObject.append(try variant(ofObject: node)) }
    placeDictionaries()
  }

  /// Returns the number of an entry in the class table; superclasses come first.
  func entryNumber(ofVariant variant: Int) -> Int { superclasses.entries.count + variant + 1 }

  func variant(ofDictionary node: Int) -> Int? { variantOfDictionary[node] }

  /// Returns the position of each key of a dictionary in its variant.
  func slots(ofKeys nodes: [Int], in variant: Variant) -> [Int] {
    nodes.map { names.knownNumber(ofNode: $0).flatMap { variant.positions[$0] } ?? 0 }
  }

  var classTable: ArchiveClassTable {
    var classTable = ArchiveClassTable()
    for entry in superclasses.entries {
      classTable.define(.class(names.strings[entry.name], superclass: entry.superclass))
    }
    for variant in table.variants {
      let group = table.groups[variant.group]
      let keys = variant.keys.map { key($0, of: variant) }
      let name = names.strings[group.name]
      classTable.define(
        group.kind == .class
          ? .class(name, superclass: group.superclass, keys: keys)
          : .struct(name, keys: keys))
    }
    return classTable
  }

  private func key(_ key: Variant.Key, of variant: Variant) -> ArchiveKey {
    let isClass = key.number == classKey && variant.group != dictionaryGroup
    return ArchiveKey(
      names.strings[key.number],
      isClass ? .reference(to: MappedName.classKey) : key.type.descriptor(),
      presence: variant.isOptional(key) ? .optional : .required)
  }

  private mutating func variant(ofObject node: Int) throws(KeyedArchiveError) -> Int {
    guard case .dictionary(let keyNodes, let values) = list[node] else {
      let name = names.number(of: MappedName.bareClass(of: list[node]) ?? MappedName.null)
      let group = table.group(.init(kind: .class, name: name, bareType: types[node]))
      return table.place([valueKey], types: [types[node]], in: group)
    }
    let keys = keyNumbers(keyNodes)
    let group: Int
    if let position = keys.firstIndex(of: classKey) {
      group = try self.group(ofClass: values[position])
    } else if let position = keys.firstIndex(of: className) {
      guard case .string = list[values[position]] else {
        throw KeyedArchiveError(.wrongKind(expected: .string), node: values[position], of: list)
      }
      group = classGroup
    } else {
      throw KeyedArchiveError(.missingClass, node: node, of: list)
    }
    return table.place(keys, types: values.map { types[$0] }, in: group)
  }

  private mutating func keyNumbers(_ nodes: [Int]) -> [Int] {
    nodes.map { names.number(ofNode: $0) ?? 0 }  // the keys of a sound list are strings
  }

  /// Returns the group of the records with a node as their `$class`.
  private mutating func group(ofClass node: Int) throws(KeyedArchiveError) -> Int {
    guard case .uid(let uid) = list[node], let object = parts.object(ofUID: uid) else {
      throw KeyedArchiveError(.wrongKind(expected: .uid), node: node, of: list)
    }
    if let known = groupOfClass[object] { return known }
    guard object > 0, case .dictionary(let keyNodes, let values) = list[parts.objects[object - 1]]
    else {
      throw KeyedArchiveError(.notAClassRecord(uid), node: node, of: list)
    }
    let keys = keyNumbers(keyNodes)
    guard !keys.contains(classKey), let position = keys.firstIndex(of: className) else {
      throw KeyedArchiveError(.notAClassRecord(uid), node: node, of: list)
    }
    guard case .string(let name) = list[values[position]] else {
      throw KeyedArchiveError(.wrongKind(expected: .string), node: values[position], of: list)
    }
    let chain = keys.firstIndex(of: classes).map { superclassNames(values[$0], of: name) } ?? []
    let superclass = superclasses.number(of: chain)
    let entryName = names.number(of: MappedName.entryName(ofClass: name))
    let group = table.group(.init(kind: .class, name: entryName, superclass: superclass))
    groupOfClass[object] = group
    return group
  }

  /// Returns the names of the superclasses in `$classes`, nearest first.
  private mutating func superclassNames(_ node: Int, of name: String) -> [Int] {
    guard case .array(let members) = list[node] else { return [] }
    var chain: [Int] = []
    for (position, member) in members.prefix(SuperclassTable.maximumCount + 1).enumerated() {
      guard case .string(let superclass) = list[member] else { break }
      if position == 0, superclass.isExactly(name) { continue }
      chain.append(names.number(of: MappedName.entryName(ofClass: superclass)))
    }
    return chain
  }

  /// Assigns an entry to each dictionary that is a value.
  private mutating func placeDictionaries() {
    var isVisited = [Bool](repeating: false, count: list.nodes.count)
    var stack = parts.top.reversed().map(\.value)
    for object in parts.objects.reversed() { stack += list[object].values.reversed() }
    while let node = stack.popLast() {
      guard !isVisited[node] else { continue }
      isVisited[node] = true
      let members = list[node].values
      stack += members.reversed()
      guard case .dictionary(let keyNodes, _) = list[node] else { continue }
      variantOfDictionary[node] = table.place(
        keyNumbers(keyNodes), types: members.map { types[$0] }, in: dictionaryGroup)
    }
  }
}
