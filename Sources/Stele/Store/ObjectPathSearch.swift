/// The path from a value of an archive to one of its objects.
struct ObjectPath {
  /// The steps through all objects on the path.
  fileprivate(set) var steps: [PathKey] = []
  /// The objects on the path, the target last.
  fileprivate(set) var objects: [Int] = []
  /// Whether the value is itself a reference to the first of the objects.
  fileprivate(set) var beginsAtObject = false
  /// Whether the beginning of a long path is omitted.
  fileprivate(set) var isCut = false
}

/// Finds the shortest path to an object, for errors: an archive has no references back from an object.
///
///     root ── friends[3] ──▶ object 4 ── pet ──▶ object 12        friends[3].pet
///
/// A breadth-first search remembers for each object the one that refers to it; the steps are then found in the few records on the
/// path.
struct ObjectPathSearch {
  enum Start {
    /// The value of a root, from its type on.
    case root(ValidCursor)
    case object(Int)
  }

  /// The greatest number of objects on a path.
  private static var objectLimit: Int { 64 }

  private let store: RecordStore
  private let visitor = ReferencePathVisitor()
  private var values: ValueInterpreter<ForwardingVisitor>
  /// The number of bytes that may still be visited; a search that exceeds it finds nothing.
  private(set) var byteBudget: Int

  init(_ store: RecordStore, byteBudget: Int = .max) {
    self.store = store
    self.byteBudget = byteBudget
    values = ValueInterpreter(store.context, visitor: ForwardingVisitor(visitor))
  }

  /// Finds the shortest path to an object, through strong references if possible.
  ///
  /// The path leads through known objects only.
  ///
  /// - Returns: The path, or nil if there is none.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the records that are known.
  mutating func path(
    to target: Int, from start: Start, through isKnown: (Int) -> Bool
  ) -> ObjectPath? {
    guard target > 0 else { return nil }
    for followsWeak in [false, true] {
      visitor.followsWeak = followsWeak
      if let way = findObjects(to: target, from: start, through: isKnown) {
        return path(through: way, from: start)
      }
    }
    return nil
  }

  /// Returns the targets of the strong references of an object.
  mutating func references(of object: Int) -> [Int] {
    visitor.followsWeak = false
    walk(.object(object))
    return visitor.takeFound()
  }

  /// Returns the keys of an object, and of the values in it, that lead to its first strong reference to another one.
  mutating func keys(from object: Int, to target: Int) -> String {
    visitor.followsWeak = false
    return steps(from: .object(object), to: target)
      .filter { !$0.isMapKey && $0.intValue == nil }
      .map(\.stringValue).joined(separator: ".")
  }

  /// Returns the objects on the shortest path, the target last.
  private mutating func findObjects(
    to target: Int, from start: Start, through isKnown: (Int) -> Bool
  ) -> [Int]? {
    // The object from which each one was reached, or 0 for the start.
    var referrers: [Int: Int] = [:]
    var queue: [Int] = []
    var next = 0
    func visit(_ start: Start, _ referrer: Int) {
      walk(start)
      for number in visitor.takeFound() where isKnown(number) && referrers[number] == nil {
        referrers[number] = referrer
        queue.append(number)
      }
    }
    switch start {
    case .object(let number):
      referrers[number] = 0
      queue = [number]
    case .root:
      visit(start, 0)
    }
    while referrers[target] == nil, next < queue.count, byteBudget > 0 {
      visit(.object(queue[next]), queue[next])
      next += 1
    }
    guard referrers[target] != nil else { return nil }
    var way = [target]
    while let last = way.last, let referrer = referrers[last], referrer > 0 { way.append(referrer) }
    return way.reversed()
  }

  private mutating func path(through way: [Int], from start: Start) -> ObjectPath {
    var path = ObjectPath()
    path.objects = way.suffix(Self.objectLimit)
    path.isCut = path.objects.count < way.count
    if !path.isCut, case .root = start {
      path.steps = steps(from: start, to: way[0])
    }
    path.beginsAtObject = !path.isCut && path.steps.isEmpty
    for (object, target) in zip(path.objects, path.objects.dropFirst()) {
      path.steps += steps(from: .object(object), to: target)
    }
    return path
  }

  /// Returns the steps in one value or record to the first reference to an object.
  private mutating func steps(from start: Start, to target: Int) -> [PathKey] {
    (visitor.target, values.visitor.isInterested) = (target, true)
    defer { (visitor.target, values.visitor.isInterested) = (0, false) }
    walk(start)
    return visitor.takeSteps(values.schema)
  }

  /// Visits a value or record, which has been validated.
  private mutating func walk(_ start: Start) {
    switch start {
    case .root(var input):
      var offset = input.offset
      input.withCursor { input throws(ArchiveError) in
        let type = try values.readType(&input)
        offset = input.offset
        try values.walkValue(type, &input)
      }
      byteBudget -= input.offset - offset
    case .object(let number):
      // A record that cannot be read has no references.
      guard let record = try? store.record(number) else { return }
      var input = record.content
      let offset = input.offset
      input.withCursor { input throws(ArchiveError) in
        try values.walkRecord(ofEntry: record.entry, object: number, &input)
      }
      byteBudget -= input.offset - offset + 1
    }
  }
}

/// Finds the targets of the references in values, or the steps to the first reference to one object.
final class ReferencePathVisitor: ValueVisitor {
  /// An open container, and the number of its parts so far.
  private struct Level {
    let container: VisitedContainer
    var count = 0
    /// The current key of a map, if it is a string or integer.
    var key: String?
  }

  // Safe, for all: no function calls one that could begin another access; a check would cost encoders of NSCoding classes 3 %.
  /// Whether weak references are followed.
  @safe @exclusivity(unchecked) var followsWeak = false
  /// The object to which the steps are remembered, or 0 if all targets are.
  @safe @exclusivity(unchecked) var target = 0
  @safe @exclusivity(unchecked) private var found: [Int] = []
  @safe @exclusivity(unchecked) private var levels: [Level] = []
  /// The levels at the first reference to the target.
  @safe @exclusivity(unchecked) private var way: [Level]?

  // The steps to a target need all values; the interpreter is told so then.
  var isInterested: Bool { false }
  var findsReferences: Bool { true }

  /// Returns the targets since the last call.
  func takeFound() -> [Int] {
    defer { found.removeAll() }
    return found
  }

  /// Returns the steps to the target, with the key names of a schema.
  func takeSteps(_ schema: CompiledSchema) -> [PathKey] {
    defer { (levels, way) = ([], nil) }
    return (way ?? []).flatMap { Self.steps($0, schema) }
  }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    beginPart()
    if number > 0, followsWeak || type.operation != .weakReference {
      if target == 0 {
        found.append(number)
      } else if number == target, way == nil {
        way = levels
      }
    }
    endPart()
  }

  func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
    guard target > 0 else { return }
    beginPart()
    if let level = levels.last, case .map = level.container, level.count & 1 == 1 {
      levels[levels.count - 1].key = try Self.key(type, &bytes)
    }
    endPart()
  }

  func none() {
    beginPart()
    endPart()
  }

  func absentKey() { none() }

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    guard target > 0 else { return }
    beginPart()
    levels.append(Level(container: container))
  }

  func close() {
    guard target > 0 else { return }
    _ = levels.popLast()
    endPart()
  }

  private func beginPart() {
    guard target > 0, !levels.isEmpty else { return }
    levels[levels.count - 1].count += 1
    if levels[levels.count - 1].count & 1 == 1 { levels[levels.count - 1].key = nil }
  }

  /// Closes the containers that end with their one part.
  private func endPart() {
    while let level = levels.last {
      switch level.container {
      case .some, .any: levels.removeLast()
      default: return
      }
    }
  }

  /// Returns a key of a map as it appears in coding paths, or nil.
  private static func key(
    _ type: CompiledType, _ bytes: inout ByteCursor
  ) throws(ArchiveError) -> String? {
    if type.operation == .string { return try bytes.readString() }
    switch type.code.scalarLayout {
    case .signed(let width):
      guard width > 8 else { return "\(Int8(bitPattern: try bytes.readByte()))" }
      return "\(Int128(zigzag: try bytes.readVarint(width: width)))"
    case .unsigned(let width):
      return width > 8 ? "\(try bytes.readVarint(width: width))" : "\(try bytes.readByte())"
    default: return nil
    }
  }

  private static func steps(_ level: Level, _ schema: CompiledSchema) -> [PathKey] {
    let part = level.count - 1
    switch level.container {
    case .some, .any: return []
    case .list, .set: return [PathKey(index: part)]
    case .map: return [level.key.map { PathKey(mapKey: $0) } ?? PathKey(index: part / 2)]
    case .record(let entry):
      return names(
        part, of: schema.chain(of: entry).compactMap { schema.body(ofEntry: $0) }, schema)
    case .struct(let entry):
      return names(part, of: schema.body(ofEntry: entry).map { [$0] } ?? [], schema)
    case .enum(let entry, let caseIndex):
      guard let own = schema[entry] else { return [] }
      let name = schema.caseNames[Int(own.firstCase) + caseIndex]
      return [PathKey(stringValue: name, intValue: nil)]
        + names(part, of: [schema.bodies[Int(own.firstBody) + caseIndex]], schema)
    }
  }

  /// Returns the name of a key of some bodies, except the empty name and that of the overflow key.
  private static func names(
    _ part: Int, of bodies: [CompiledBody], _ schema: CompiledSchema
  ) -> [PathKey] {
    let keys = bodies.flatMap(\.keys)
    guard keys.indices.contains(part) else { return [] }
    let name = schema.keyNames[keys[part]]
    return name.isEmpty || name == RegisteredName.overflow
      ? [] : [PathKey(stringValue: name, intValue: nil)]
  }
}

/// A step of a coding path.
package struct PathKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?
  /// Whether the step leads to the value of a key of a map.
  package var isMapKey = false

  package init(stringValue: String, intValue: Int?) {
    self.stringValue = stringValue
    self.intValue = intValue
  }

  package init(mapKey: String) {
    self.init(stringValue: mapKey, intValue: nil)
    isMapKey = true
  }

  package init(index: Int) {
    self.init(stringValue: "Index \(index)", intValue: index)
  }

  /// Returns the path from an object to one of its properties, or an empty one without a name.
  static func path(toProperty name: String) -> [PathKey] {
    name.isEmpty ? [] : [PathKey(stringValue: name, intValue: nil)]
  }

  package init?(stringValue: String) { self.init(stringValue: stringValue, intValue: nil) }
  package init?(intValue: Int) { self.init(stringValue: "\(intValue)", intValue: intValue) }
}
