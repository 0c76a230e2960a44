extension EncodingCore {
  /// What brings values of an archive into this one.
  func translation(of archive: KeptArchive) -> KeptTranslation {
    let key = ObjectIdentifier(archive)
    if let known = translations[key] { return known }
    let translation = KeptTranslation(self, archive)
    translations[key] = translation
    return translation
  }

  /// Whether an object will be written as one of a class, or of any when there is no name.
  func object(_ object: AnyObject, isA name: String?) -> Bool {
    guard let name else { return true }
    if let object = object as? OpaqueObject {
      return object.archive.levels(of: object.number).contains {
        object.archive.renamed($0).name.isExactly(name)
      }
    }
    guard let declaration = try? directory.declaration(of: Swift.type(of: object)) else {
      return false
    }
    return declaration.levels.contains { $0.archiveClass.name.isExactly(name) }
  }

  /// The number of an object that a kept value leads to.
  func number(of object: AnyObject) throws -> Int {
    try number(of: object, in: EncodingFrame(self, buffer: block.buffer))
  }

  /// Writes the record of an opaque object, as it was but for the numbers in it, and gives its entry.
  func writeOpaque(_ object: OpaqueObject, in frame: EncodingFrame) throws -> Int {
    let translation = translation(of: object.archive)
    let store = object.archive.store
    var content = try store.object(object.number)
    let types = store.context.classes.storedKeys(of: content.entry).map(\.type)
    for (index, type) in types.enumerated() where content.values.indices.contains(index) {
      guard let value = content.values[index] else { continue }
      content.values[index] = try translation.translate(value, type, in: frame)
    }
    content.entry = try translation.define(content.entry)
    assembler.values.references.isTrusted = true
    defer { assembler.values.references.isTrusted = false }
    block.buffer.write(contentsOf: try assembler.record(of: content, number: objects.current))
    return content.entry
  }
}

extension EncodingFrame {
  /// Writes the keys that the program does not know, as keys of the value.
  func write(_ unknown: UnknownKeys, level: Int) throws {
    guard let kept = unknown.kept, let body, body.levels.indices.contains(level) else {
      return
    }
    refute()
    let shape = body.levels[level]
    let translation = core.translation(of: kept.archive)
    shape.keep(
      version: kept.level.version,
      retired: kept.level.keys.lazy.map(\.key).filter { !$0.isStored })
    for key in kept.level.keys where key.key.isStored {
      guard let value = try key.read(in: kept.archive) else { continue }
      let number = shape.number(ofKey: key.key.name)
      shape.keep(since: key.key.since, ofKey: number)
      current = (level, number)
      let new = try translation.translate(value, key.key.type, in: self)
      let type = try core.assembler.values.tables.types.plan(
        of: kept.archive.renamed(key.key.type))
      let start = buffer.count
      buffer.write(
        contentsOf: try core.assembler.bytes(of: new, type, at: shape.name, key.key.name))
      leaveRun()
      pieces.append(
        Piece(
          level: Int32(truncatingIfNeeded: level), key: Int32(truncatingIfNeeded: number),
          type: Int32(truncatingIfNeeded: type.number),
          isOptional: key.key.presence == .optional, isKept: true, start: start))
    }
    if shape.needsEntry { leaveRun() }
    core.deepest = Limits().valueNesting
  }
}

extension ArchiveAssembler {
  /// The bytes of a value in which all references have been examined.
  fileprivate mutating func bytes(
    of value: Value, _ type: TypePlan, at className: String, _ key: String
  ) throws(GraphError) -> [UInt8] {
    values.references.isTrusted = true
    defer { values.references.isTrusted = false }
    values.output.removeAll()
    try values.write(value, type, at: ValueWriter.Place(path: "\(className).\(key)"))
    return values.output.bytes
  }
}

extension MaybeUnknown: RouteMaking {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    try MaybeUnknownRoute<Object>(core)
  }
}

/// The route of objects of a known class and opaque ones.
final class MaybeUnknownRoute<Object: AnyObject & Codable>: Route<MaybeUnknown<Object>> {
  private let known: AnyRoute
  private let name: String

  init(_ core: EncodingCore) throws {
    known = try core.route(for: Object.self)
    name = try core.declaration(of: Object.self).archiveClass.name
    super.init(core, exact: nil)
  }

  override var guess: Int { get throws { try known.guess } }

  override func encode(_ value: MaybeUnknown<Object>, in spot: Spot) throws -> Encoded {
    switch value {
    case .known(let object):
      return try known.write(object, in: spot)
    case .unknown(let object):
      let target = object.archive.target(object.number)
      let type: TypeDescriptor = .reference(to: core.object(target, isA: name) ? name : nil)
      let number = try core.number(of: target, in: spot.frame)
      spot.frame.buffer.write(varint: UInt(number))
      return Encoded(type: try core.assembler.values.tables.types.plan(of: type).number)
    }
  }
}

/// The route of objects that are kept as they are.
final class OpaqueRoute: Route<OpaqueObject> {
  private let type: Int

  init(_ core: EncodingCore) throws {
    type = try core.assembler.values.tables.types.plan(of: .reference(to: nil)).number
    super.init(core, exact: type)
  }

  override func encode(_ value: OpaqueObject, in spot: Spot) throws -> Encoded {
    let target = value.archive.target(value.number)
    let number = try core.number(of: target, in: spot.frame)
    spot.frame.buffer.write(varint: UInt(number))
    return Encoded(type: type)
  }
}

extension OpaqueObject: RouteMaking {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute { try OpaqueRoute(core) }
}
