extension GraphEncoder {
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

  /// Writes the record of an opaque object, as it was but for the numbers in it, and returns its entry.
  func writeOpaque(_ object: OpaqueObject, in encoder: ValueEncoder) throws -> Int {
    let translation = translation(of: object.archive)
    let store = object.archive.store
    var content = try store.object(object.number)
    let types = store.context.classes.storedKeys(of: content.entry).map(\.type)
    var values = content.values
    for (index, type) in types.enumerated() where values.indices.contains(index) {
      guard let value = values[index] else { continue }
      values[index] = try translation.translate(value, type, in: encoder)
    }
    content.values = values
    content.entry = try translation.define(content.entry)
    assembler.values.references.isTrusted = true
    defer { assembler.values.references.isTrusted = false }
    encoder.buffer.write(contentsOf: try assembler.record(of: content, number: currentObject))
    return content.entry
  }
}

extension ValueEncoder {
  /// Writes the keys that the program does not know, as keys of the value.
  func write(_ unknown: UnknownKeys, level: Int) throws {
    guard let kept = unknown.kept, let observed, observed.levels.indices.contains(level) else {
      return
    }
    let keys = observed.levels[level]
    let translation = graph.translation(of: kept.archive)
    keys.keep(
      version: kept.level.version,
      retired: kept.level.keys.lazy.map(\.key).filter { !$0.isStored })
    for key in kept.level.keys where key.key.isStored {
      guard let value = try key.read(in: kept.archive) else { continue }
      let number = keys.number(ofKey: key.key.name)
      keys.keep(since: key.key.since, ofKey: number)
      cell.state.current = KeyPlace.at(level: level, key: number)
      let new = try translation.translate(value, key.key.type, in: self)
      let type = try graph.number(of: kept.archive.renamed(key.key.type))
      assembleLater()
      let start = buffer.count
      let path = "\(keys.name).\(key.key.name)"
      if case .structure(let structure) = new, graph.type(type).code == .struct,
        cell.state.list != nil
      {
        try write(structure, path)
      } else {
        buffer.write(
          contentsOf: try graph.assembler.bytes(of: new, type, path, isHashed: cell.isHashed))
      }
      pieces.append(
        Piece(
          level: level, key: number, type: type,
          isOptional: key.key.presence == .optional, isKept: true, start: start))
    }
    if keys.needsEntry { assembleLater() }
    graph.deepest = ArchiveLimits().valueNesting
  }

  /// Writes a struct at a place where the header of a list may have its entry number.
  private func write(_ structure: ArchiveStructValue, _ path: String) throws {
    let schema = graph.schema
    guard let body = schema.body(ofEntry: structure.entry), let list = cell.state.list,
      body.keys.count == structure.values.count
    else {
      throw error(.wrongType(.any), "what was kept does not fit into the archive")
    }
    _ = list.state.elements.numbers.append(
      EntryNumbers.Place(position: buffer.count, entry: structure.entry, isOmitted: false))
    buffer.write(number: structure.entry)
    let keys = schema.keys[body.keys]
    var presence = [UInt8](repeating: 0, count: body.presenceByteCount)
    for (value, key) in zip(structure.values, keys) where key.isOptional && value != nil {
      presence[Int(key.presenceBit) / 8] |= 1 << UInt8(key.presenceBit % 8)
    }
    buffer.write(contentsOf: presence)
    for (value, key) in zip(structure.values, keys) {
      guard let value else { continue }
      // Kept values nest no deeper than the limits of the reader allow.
      if case .structure(let inner) = value, key.isNestedInLists {
        try write(inner, path)
      } else {
        buffer.write(
          contentsOf: try graph.assembler.bytes(
            of: value, Int(key.typeIndex), path, isHashed: cell.isHashed))
      }
    }
    if keys.isEmpty { buffer.write(byte: 0) }
  }
}

extension ArchiveAssembler {
  /// The bytes of a value in which all references have been validated.
  fileprivate mutating func bytes(
    of value: ArchiveValue, _ type: Int, _ path: String, isHashed: Bool
  ) throws(ArchiveWritingError) -> [UInt8] {
    values.references.isTrusted = true
    defer { values.references.isTrusted = false }
    values.output.removeAll()
    try values.write(value, type, at: ValueWriter.Place(path: path, isHashed: isHashed))
    return values.output.bytes
  }
}

extension MaybeUnknown: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    try MaybeUnknownEncoder(graph)
  }
}

/// Encodes references to objects of a known class and to opaque ones.
private final class MaybeUnknownEncoder<Object: AnyObject & Codable>: TypeEncoder<
  MaybeUnknown<Object>
>
{
  private let known: TypeEncoder<Object>
  private let name: String

  init(_ graph: GraphEncoder) throws {
    known = try graph.encoder(of: Object.self)
    name = try graph.declaration(of: Object.self).archiveClass.name
    super.init(exact: nil)
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int { try known.knownType(graph) }

  override func encode(_ value: MaybeUnknown<Object>, in context: ValueContext) throws -> Encoded {
    switch value {
    case .known(let object):
      return try known.encode(object, in: context)
    case .unknown(let object):
      let target = object.archive.target(object.number)
      let isKnown = context.graph.object(target, isA: name)
      try context.cell.write(reference: target)
      return Encoded(type: try context.graph.number(of: .reference(to: isKnown ? name : nil)))
    }
  }
}

extension OpaqueObject: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<OpaqueObject> {
    OpaqueEncoder(exact: try graph.number(of: .reference(to: nil)))
  }
}

/// Encodes references to objects that are kept as they are.
private final class OpaqueEncoder: TypeEncoder<OpaqueObject> {
  override func encode(_ value: OpaqueObject, in context: ValueContext) throws -> Encoded {
    try context.cell.write(reference: value.archive.target(value.number))
    return Encoded(type: try knownType(context.graph))
  }
}
