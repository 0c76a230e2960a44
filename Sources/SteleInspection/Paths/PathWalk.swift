public import Stele
public import SteleModel

/// A walk along a path through an archive.
struct PathWalk<Content: PathContent> {
  private let content: Content
  /// The place that the walk has reached.
  private(set) var place: ArchivePlace
  /// The object that the walk has reached, or nil if the place is not an object.
  private var object: ArchiveObject?
  /// The text of the path to the place.
  private var path: String
  /// Whether the next step may be the name of the class of the object.
  private var mayNameClass = false

  /// Begins a walk.
  ///
  /// - Throws: ``ArchivePathFailure`` if the beginning cannot be resolved or is a class, or the rule that the archive breaks.
  init(_ start: ArchivePath.Start, in content: Content) throws {
    self.content = content
    path = ""
    switch start {
    case .name(let name):
      guard let root = try content.root(name) else {
        throw try Self.missingRoot(name, in: content)
      }
      place = ArchivePlace(holder: .root(name), type: root.type, value: root.value)
    case .metadata(let name):
      let items = try content.metadata() ?? []
      guard let item = items.first(where: { $0.name.isExactly(name) }) else {
        throw ArchivePathFailure(
          reason: .noItem(name), path: "", suggestion: name.suggestion(among: items.map(\.name)))
      }
      place = ArchivePlace(holder: .metadata(name), type: item.type, value: item.value)
    case .object(let number):
      guard let object = try content.object(number) else {
        throw ArchivePathFailure(
          reason: .noObject(number, count: content.objectCount), path: "", suggestion: nil)
      }
      place = Self.place(of: number, object, content.classes)
      self.object = object
      mayNameClass = true
    }
    path = ArchivePath(start).description
  }

  init(_ number: Int, _ object: ArchiveObject, in content: Content) {
    self.content = content
    self.object = object
    place = Self.place(of: number, object, content.classes)
    path = "objects[\(number)]"
  }

  init(_ place: ArchivePlace, in content: Content) {
    self.content = content
    self.place = place
    path = ""
  }

  private static func place(
    of number: Int, _ object: ArchiveObject, _ classes: ArchiveClassTable
  ) -> ArchivePlace {
    ArchivePlace(
      holder: .object(number), type: .reference(to: classes[object.entry]?.name),
      value: .reference(number))
  }

  private static func missingRoot(
    _ name: String, in content: Content
  ) throws -> ArchivePathFailure {
    let classes = content.classes.entries.filter { $0.kind == .class }.map(\.name)
    if classes.contains(where: { $0.isExactly(name) }) {
      return ArchivePathFailure(reason: .isClass(name), path: "", suggestion: nil)
    }
    let names = try content.roots().map(\.name) + classes
    return ArchivePathFailure(
      reason: .noRoot(name), path: "", suggestion: name.suggestion(among: names))
  }

  /// Follows steps.
  ///
  /// - Throws: ``ArchivePathFailure`` if a step is not possible, or the rule that the archive breaks.
  mutating func follow(_ steps: [ArchivePath.Step]) throws {
    var rest = steps[...]
    while let step = rest.popFirst() {
      try enter()
      if mayNameClass {
        mayNameClass = false
        if case .key(let name, nil) = step, let object,
          content.classes.entry(object.entry, isA: name)
        {
          path += step.description
          continue
        }
      }
      try take(step, &rest)
    }
  }

  /// Moves to the target of a reference and into the content of optionals and `any` values.
  private mutating func enter() throws {
    while object == nil {
      switch place.value {
      case .some(let content)?:
        place.positions.append(0)
        place.type = place.type.parts.first ?? place.type
        place.value = content
      case .any(let type, let content)?:
        place.positions.append(0)
        place.type = type
        place.value = content
      case .reference(let number)?:
        guard let object = try content.object(number) else { throw failure(.isNil) }
        place = Self.place(of: number, object, content.classes)
        self.object = object
      case .nil?, nil: throw failure(.isNil)
      default: return
      }
    }
  }

  /// Moves into a list, set or map, and returns the number of its parts.
  mutating func elementCount() throws -> Int {
    try enter()
    switch place.value {
    case .list(let values)?, .set(let values)?: return values.count
    case .map(let pairs)?: return pairs.count
    default: throw failure(.noParts(type: place.type.notation().shortened(to: 200)))
    }
  }

  private mutating func take(
    _ step: ArchivePath.Step, _ rest: inout ArraySlice<ArchivePath.Step>
  ) throws {
    switch (step, place.value) {
    case (.key(let name, let level), .reference?):
      guard let object else { throw failure(.isNil) }
      let keys = content.classes.leveledKeys(of: object.entry)
      let owner = content.classes[object.entry]?.name ?? ""
      try takeKey(name, level, keys, object.values, owner)
    case (.key(let name, let level), .struct(let value)?):
      let owner = content.classes[value.entry]?.name ?? ""
      try takeKey(name, level, content.classes.leveledKeys(of: value.entry), value.values, owner)
    case (.key(let name, let level), .enum(let value)?):
      let owner = content.classes[value.entry]?.name ?? ""
      let caseName = content.classes.caseName(of: value.entry, value.caseIndex)
      let stored = content.classes.ownKeys(of: value.entry, caseIndex: value.caseIndex) ?? []
      let keys = stored.map { (level: owner, key: $0) }
      if level == nil, let caseName, name.isExactly(caseName), !Self.mayBeKey(name, rest, keys) {
        break
      }
      try takeKey(name, level, keys, value.values, "\(owner).\(caseName ?? "")")
    case (.index(let index), .list(let values)?), (.index(let index), .set(let values)?):
      guard values.indices.contains(index) else {
        throw failure(.noElement(index, count: values.count))
      }
      move(index, place.type.parts.first, values[index])
    case (.index(let index), .map(let pairs)?):
      guard pairs.indices.contains(index) else {
        throw failure(.noElement(index, count: pairs.count))
      }
      let types = place.type.parts
      if case .key("key", nil)? = rest.first {
        rest.removeFirst()
        move(2 * index, types.first, pairs[index].key)
        path += "[\(index)].key"
        return
      }
      if case .key("value", nil)? = rest.first { rest.removeFirst() }
      move(2 * index + 1, types.last, pairs[index].value)
    case (.mapKey(let text), .map(let pairs)?), (.key(let text, nil), .map(let pairs)?):
      let index = pairs.firstIndex { pair in
        pair.key.plainText(content.classes).map { $0.isExactly(text) } ?? false
      }
      guard let index else {
        let keys = pairs.prefix(1000).compactMap { $0.key.plainText(content.classes) }
        throw failure(.noMapKey(text), text.suggestion(among: keys))
      }
      move(2 * index + 1, place.type.parts.last, pairs[index].value)
    default: throw failure(.noParts(type: place.type.notation().shortened(to: 200)))
    }
    path += step.description
  }

  /// Returns whether a step into an enum means a key and not the case, if both have the same name.
  private static func mayBeKey(
    _ name: String, _ rest: ArraySlice<ArchivePath.Step>, _ keys: [(level: String, key: ArchiveKey)]
  ) -> Bool {
    guard keys.contains(where: { $0.key.name.isExactly(name) }) else { return false }
    guard case .key(let next, nil)? = rest.first else { return true }
    return !keys.contains { $0.key.name.isExactly(next) }
  }

  private mutating func takeKey(
    _ name: String, _ level: String?, _ keys: [(level: String, key: ArchiveKey)],
    _ values: [ArchiveValue?], _ owner: String
  ) throws {
    guard let position = keys.position(of: name, level) else {
      throw failure(.noKey(name, of: owner), name.suggestion(among: keys.map(\.key.name)))
    }
    move(
      position, keys[position].key.type,
      values.indices.contains(position) ? values[position] : nil)
  }

  private mutating func move(
    _ position: Int, _ type: ArchiveTypeDescriptor?, _ value: ArchiveValue?
  ) {
    object = nil
    place.positions.append(position)
    place.type = type ?? .any
    place.value = value
  }

  private func failure(
    _ reason: ArchivePathFailure.Reason, _ suggestion: String? = nil
  ) -> ArchivePathFailure {
    ArchivePathFailure(reason: reason, path: path, suggestion: suggestion)
  }
}

extension ArchiveClassTable {
  /// Returns the stored key that a step reaches from objects of an entry: its position among their values, and its type; `nil`
  /// if the key does not exist.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  package func storedKey(
    _ name: String, of level: String?, entry: Int
  ) -> (position: Int, type: ArchiveTypeDescriptor)? {
    let keys = leveledKeys(of: entry)
    return keys.position(of: name, level).map { ($0, keys[$0].key.type) }
  }
}

extension [(level: String, key: ArchiveKey)] {
  /// Returns the position of a key; without a class, the key of the lowest level.
  fileprivate func position(of name: String, _ level: String?) -> Int? {
    lastIndex { key in
      key.key.name.isExactly(name) && (level.map { key.level.isExactly($0) } ?? true)
    }
  }
}

extension ArchiveReader {
  /// Finds the value of a path.
  ///
  /// Only the roots and objects on the way are read and validated.
  ///
  /// - Parameter path: The path.
  /// - Returns: The place of the value.
  /// - Throws: ``ArchivePathFailure`` if the path cannot be resolved or is a class, `ArchiveError` for the rule that the
  ///   archive breaks.
  /// - Complexity: The complexity of `object(_:)` for each object on the way.
  public func place(at path: ArchivePath) throws -> ArchivePlace {
    var walk = try PathWalk(path.start, in: self)
    try walk.follow(path.steps)
    return walk.place
  }

  /// Finds the value of steps that begin at an object.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - object: The object.
  ///   - number: The number of the object.
  /// - Returns: The place of the value.
  /// - Throws: ``ArchivePathFailure`` if a step is not possible, `ArchiveError` for the rule that the archive breaks.
  public func place(
    at steps: [ArchivePath.Step], from object: ArchiveObject, number: Int
  ) throws -> ArchivePlace {
    var walk = PathWalk(number, object, in: self)
    try walk.follow(steps)
    return walk.place
  }

  /// Finds the value of steps that begin at another place.
  ///
  /// - Throws: ``ArchivePathFailure`` if a step is not possible, `ArchiveError` for the rule that the archive breaks.
  package func place(
    at steps: [ArchivePath.Step], from place: ArchivePlace
  ) throws -> ArchivePlace {
    var walk = PathWalk(place, in: self)
    try walk.follow(steps)
    return walk.place
  }

  /// Returns the place of the list, set or map to which a place leads, and the number of its parts.
  ///
  /// - Throws: ``ArchivePathFailure`` if there is none, `ArchiveError` for the rule that the archive breaks.
  package func elements(at place: ArchivePlace) throws -> (place: ArchivePlace, count: Int) {
    var walk = PathWalk(place, in: self)
    let count = try walk.elementCount()
    return (walk.place, count)
  }
}

extension ArchiveGraph {
  /// Finds the value of a path.
  ///
  /// - Parameter path: The path.
  /// - Returns: The place of the value.
  /// - Throws: ``ArchivePathFailure`` if the path cannot be resolved or is a class.
  public func place(at path: ArchivePath) throws -> ArchivePlace {
    var walk = try PathWalk(path.start, in: GraphContent(graph: self))
    try walk.follow(path.steps)
    return walk.place
  }
}
