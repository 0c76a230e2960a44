extension EncodingCore {
  /// The declaration of a type.
  func declaration(of type: Any.Type) throws -> TypeDeclaration {
    do {
      return try directory.declaration(of: type)
    } catch {
      var cause = error
      if objects.current > 0, cause.object == nil { cause.object = objects.current }
      throw EncodingError.invalidValue(
        type,
        EncodingError.Context(
          codingPath: [], debugDescription: "The type \(type) cannot be encoded.",
          underlyingError: cause))
    }
  }

  /// The number of an object, which waits to be written when it gets one.
  func number(of object: AnyObject, in frame: EncodingFrame) throws -> Int {
    let (number, isNew) = objects.table.insert(object)
    guard isNew else { return number }
    let type = ObjectIdentifier(Swift.type(of: object))
    let index: Int
    if type == lastClass.type {
      index = lastClass.index
    } else {
      if let known = classIndices[type] {
        index = known
      } else {
        guard let encodable = Swift.type(of: object) as? any Encodable.Type else {
          throw frame.error(
            .unknownClass(String(describing: Swift.type(of: object))),
            "The object is not encodable.", object)
        }
        objects.shapes.append(try makeClassShape(encodable))
        index = objects.shapes.count - 1
        classIndices[type] = index
      }
      lastClass = (type, index)
    }
    objects.classes.append(UInt32(truncatingIfNeeded: index))
    return number
  }

  /// Writes the records of all objects that wait, and of those that these lead to.
  func writeObjects() throws {
    let buffer = OutputBuffer()
    while let (object, shape) = objects.next() {
      buffer.writer.removeAll()
      var frame = takeFrame(buffer)
      defer { giveBack(&frame) }
      if shape.isOpaque, let object = object as? OpaqueObject {
        try writeOpaque(object, in: frame)
        continue
      }
      frame.keyed.body = shape.body
      try shape.writer.write(object, to: frame)
      let encoded = try frame.finish()
      if !shape.isExamined {
        let lost = LostProperties.find(
          in: object, besides: objects.used(of: shape),
          written: shape.body.levels.last?.keys.map(\.name) ?? [])
        guard lost.isEmpty else {
          throw takeFrame(buffer).error(
            .lostProperties(lost),
            "The class inherits its coding, which leaves these properties out: "
              + lost.joined(separator: ", "), object)
        }
        shape.isExamined = true
      }
      try assembler.append(
        record: buffer.writer, entry: encoded.entry,
        className: shape.declaration.archiveClass.name)
    }
    objects.endObject()
  }

  /// Writes a root, and the objects that it leads to.
  func writeRoot<T: Encodable>(_ value: T, _ name: String) throws {
    let buffer = OutputBuffer()
    var frame = takeFrame(buffer)
    defer { giveBack(&frame) }
    let encoded = try encode(value, in: Spot(frame: frame, depth: 1))
    try assembler.addRoot(name, type(encoded.type), value: buffer.writer)
    try writeObjects()
  }

  /// Ends the archive, and gives its bytes.
  func finish() throws -> [UInt8] {
    try examineCycles()
    for target in objects.weakTargets.objects {
      let slot = assembler.values.references.addSlot()
      _ = assembler.values.references.resolve(slot: slot, to: objects.table.number(of: target))
    }
    try assembler.finish(metadata: options.metadata, unknownChunks: [])
    let bytes = assembler.chunks.output.bytes
    // What is put together at the end may add two levels to each, an any and a map of further keys.
    if deepest > Limits().valueNesting / 4 { try examineNesting(bytes) }
    return bytes
  }

  private func examineNesting(_ bytes: [UInt8]) throws {
    do {
      try Archive.check(bytes)
    } catch  where error.rule == .valueNesting {
      let limit = Limits().valueNesting
      throw EncodingError.invalidValue(
        limit,
        EncodingError.Context(
          codingPath: [], debugDescription: "Values nest too deep.",
          underlyingError: GraphCodingError(.nestingTooDeep(limit: limit))))
    }
  }
}
