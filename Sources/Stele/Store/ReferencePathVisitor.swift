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
