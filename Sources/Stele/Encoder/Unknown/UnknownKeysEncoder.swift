extension EncodingSession {
  /// Returns the translation of the values of an archive into this one.
  fileprivate func translation(of archive: KeptArchive) -> KeptTranslation {
    let key = ObjectIdentifier(archive)
    if let known = translations[key] as? KeptTranslation { return known }
    let translation = KeptTranslation(self, archive)
    translations[key] = translation
    return translation
  }

  /// Returns whether an object will be written as an object of a class; nil is any class.
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
}

extension ValueCell {
  /// Writes the record of an opaque object, unchanged but for the numbers in it, and returns its entry.
  func writeOpaque(_ object: OpaqueObject) throws -> Int {
    let session = session
    let translation = session.translation(of: object.archive)
    let store = object.archive.store
    var content = try store.object(object.number)
    let types = store.context.classes.storedKeys(of: content.entry).map(\.type)
    var values = content.values
    for (index, type) in types.enumerated() where values.indices.contains(index) {
      guard let value = values[index] else { continue }
      values[index] = try translation.translate(value, type, in: self)
    }
    content.values = values
    content.entry = try translation.define(content.entry)
    session.assembler.values.references.isTrusted = true
    defer { session.assembler.values.references.isTrusted = false }
    let record = try session.assembler.record(of: content, number: session.currentObject)
    buffer.write(contentsOf: record)
    return content.entry
  }
}

// MARK: Unknown keys

extension UnknownKeys: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    UnknownKeysEncoder(exact: nil, role: .keys)
  }
}

/// The encoder of unknown keys, which become keys of the enclosing value.
private final class UnknownKeysEncoder: TypeEncoder<UnknownKeys> {
  override func encode(_ value: UnknownKeys, in context: ValueContext) throws -> Encoded {
    throw context.cell.error(
      .lostProperties(["UnknownKeys"]), "unknown keys are only kept in a property with a key",
      hint: "Encode them in a keyed container.")
  }

  override func encodeKeys(of value: UnknownKeys, level: Int, into cell: ValueCell) throws {
    guard let levels = cell.state.observed?.levels, levels.indices.contains(level) else { return }
    levels[level].hasUnknownKeys = true
    if let kept = value.kept { try cell.write(kept, levels[level], at: level) }
  }
}

extension ValueCell {
  fileprivate func write(_ kept: KeptKeys, _ keys: ObservedLevel, at level: Int) throws {
    if let obstacle = kept.obstacle {
      state.current = KeyPlace.none
      throw error(
        .lostProperties([keys.name]), obstacle,
        hint: "Let the content of the container be a type of its own, with a property UnknownKeys.")
    }
    let session = session
    let translation = session.translation(of: kept.archive)
    translation.keep(kept.entry, in: keys)
    for key in kept.keys {
      let archived = kept.archived(key)
      let known = try translation.place(of: key, archived, at: keys)
      let place = KeyPlace.at(level: level, key: known.number)
      state.current = place
      let value = try kept.value(of: key)
      let new = try translation.translate(value, archived.type, in: self)
      assembleLater()
      let start = buffer.count
      try write(new, known.type, known.path, inList: session.type(known.type).code == .struct)
      append(
        Piece(
          place: place, type: known.type, isOptional: archived.presence == .optional, isKept: true,
          start: start))
    }
    if keys.needsEntry { assembleLater() }
    session.deepest = ArchiveLimits().valueNesting
  }

  /// Writes a value whose references have all been validated; the header of the list that this value is in, if it is in one, may hold
  /// the entry number of a struct.
  private func write(
    _ value: ArchiveValue, _ type: Int, _ path: String, inList: Bool
  ) throws {
    guard inList, case .struct(let structure) = value, let list = state.list else {
      let bytes = try session.assembler.bytes(of: value, type, path, isHashed: isHashed)
      return buffer.write(contentsOf: bytes)
    }
    let schema = session.schema
    guard let body = schema.body(ofEntry: structure.entry),
      body.keys.count == structure.values.count
    else {
      throw error(.wrongType(.any), "what was kept does not fit into the archive")
    }
    buffer.write(entry: structure.entry, in: list)
    let keys = schema.keys[body.keys]
    var presence = [UInt8](repeating: 0, count: body.presenceByteCount)
    for (value, key) in zip(structure.values, keys) where key.isOptional && value != nil {
      presence[Int(key.presenceBit) / 8] |= 1 << UInt8(key.presenceBit % 8)
    }
    buffer.write(contentsOf: presence)
    for (value, key) in zip(structure.values, keys) {
      // Kept values nest no deeper than the limits of the reader allow.
      if let value { try write(value, Int(key.typeIndex), path, inList: key.isNestedInLists) }
    }
    if keys.isEmpty { buffer.write(byte: 0) }
  }
}

extension ArchiveAssembler {
  /// Returns the bytes of a value whose references have all been validated.
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
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    try MaybeUnknownEncoder<Object>(session)
  }
}

/// The encoder of references to objects of a known class and to opaque ones.
private final class MaybeUnknownEncoder<Object: AnyObject & Codable>: TypeEncoder<
  MaybeUnknown<Object>
>
{
  private let known: TypeEncoder<Object>
  private let name: String

  init(_ session: EncodingSession) throws {
    known = try session.encoder(of: Object.self)
    name = try session.declaration(of: Object.self).archiveClass.name
    super.init(exact: nil)
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try known.knownType(&types)
  }

  override func encode(_ value: MaybeUnknown<Object>, in context: ValueContext) throws -> Encoded {
    switch value {
    case .known(let object):
      return try known.encode(object, in: context)
    case .unknown(let object):
      let target = object.archive.target(object.number)
      let isKnown = context.session.object(target, isA: name)
      try context.cell.write(reference: target)
      return Encoded(type: try context.session.tables.index(of: .ref, named: isKnown ? name : nil))
    }
  }
}

extension OpaqueObject: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    LeafEncoder<OpaqueObject>(type: try session.tables.index(of: .ref, named: nil)) { value, cell in
      try cell.write(reference: value.archive.target(value.number))
    }
  }
}
