/// A list of which everything in front of the elements has been read.
struct OpenList {
  /// The number of elements, each of which takes a byte or more.
  let count: Int
  /// The type of the elements.
  let element: ArchivedType
}

extension ArchivedTypes {
  /// Reads what stands in front of the elements of a list or set.
  ///
  /// Spec §3.5.
  func openList(_ type: ArchivedType, _ input: inout ValidCursor) -> OpenList {
    let count = input.readCount()
    let element = first(of: type)
    guard count > 0 else { return OpenList(count: 0, element: element) }
    switch type.operation {
    case .packedList:
      let hasWidth = element.operation == .varint || element.operation == .longVarint
      let width = hasWidth ? Int(input.readByte()) : element.code.scalarLayout?.byteCount ?? 1
      let most = width > 0 ? input.remaining / width : 0
      return OpenList(count: min(count, most), element: element.packed(width: width))
    case .structureList:
      let entry = input.readNumber()
      guard entry > 0 else { return OpenList(count: count, element: element) }
      guard element.operation == .structure else {
        return OpenList(count: count, element: element.uniform(entry: entry))
      }
      let uniform = readUniform(entry, of: element, &input)
      return OpenList(count: min(count, input.remaining), element: uniform)
    default: return OpenList(count: count, element: element)
    }
  }

  /// Reads what stands in front of the presence bytes of a struct or enum.
  ///
  /// Spec §3.7.
  func openBody(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedBody {
    let entry: Int
    switch type.form {
    case .payload: return schema.payload(ofEntry: type.entry, caseIndex: type.caseIndex)
    case .uniform: entry = type.entry
    case .whole, .packed: entry = input.readNumber()
    }
    guard type.code != .enum else {
      let payload = schema.payload(ofEntry: entry, caseIndex: input.readNumber())
      return ArchivedBody(.enumeration, entry: entry, index: Int(payload.index))
    }
    let body = ArchivedBody(.own, entry: entry, index: schema[entry]?.bodies.lowerBound ?? 0)
    if schema.bodies.indices.contains(Int(body.index)),
      schema.bodies[Int(body.index)].isEmptyStructure
    {
      input.skip(1)
    }
    return body
  }
}

extension DecodingSession {
  /// Goes through `any` and optional to the value inside; returns nil if there is none, or a nil reference.
  @inline(__always)
  func unwrap(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType? {
    guard type.isWrapped || type.isNilReference else { return type }
    return unwrapFurther(type, &input)
  }

  @inline(never)
  private func unwrapFurther(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType? {
    var type = type
    while type.isWrapped {
      if type.operation == .any {
        type = types.readInner(&input)
      } else {
        guard input.readByte() != 0 else { return nil }
        type = types.first(of: type)
      }
    }
    if type.isNilReference {
      var reference = input
      guard store.readReference(type, &reference) != 0 else {
        input = reference
        return nil
      }
    }
    return type
  }

  /// Goes through what a join of types puts around a value: `any`, and optionals of `any` that are not nil.
  ///
  /// A nil that stands in an `any` is one of the value, not of the optionals around the `any`.
  ///
  /// Spec §9.3.
  func unwrapJoined(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType {
    var type = type
    while true {
      if type.operation == .any {
        type = types.readInner(&input)
        continue
      }
      var part = type
      var ahead = input
      while part.operation == .optional {
        guard ahead.readByte() != 0 else { return type }
        part = types.first(of: part)
      }
      guard part.operation == .any else { return type }
      type = part
      input = ahead
    }
  }

  /// Moves over a value.
  func skip(_ type: ArchivedType, _ input: inout ValidCursor) { types.skip(type, &input) }
}
