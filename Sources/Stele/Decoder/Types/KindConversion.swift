// Values of one kind that the program asks for as another kind: integers as floats, objects as structs

extension DecodingSession {
  /// Notes that a value is converted to another kind.
  ///
  /// - Throws: `DecodingError` if the value is the one of a key of an enum that reads its keys by hand: such a type finds out
  ///   by the kind of the value which case it is.
  func noteConversion(to type: Any.Type, from found: ArchivedType, at offset: Int) throws {
    guard !path.refusesConversion(ofDeclaredKeys: !convertsDeclaredKeys) else {
      throw wrongType(type, found, at: offset)
    }
    conversionCount &+= 1
  }
}

extension PathStack {
  /// Whether the value, or the collection that has it, is the one of a key of an enum that reads its keys by hand, or of a key
  /// for which the program declares conversions of its own, unless these have been tried.
  fileprivate func refusesConversion(ofDeclaredKeys refusesDeclared: Bool) -> Bool {
    for depth in (0..<count).reversed() {
      switch self[depth] {
      case .index: continue
      case .slot(let table, let index):
        // Safe: the session keeps the tables as long as anything is decoded.
        return unsafe table._withUnsafeGuaranteedRef { table in
          table.isOfHandWrittenEnum
            || refusesDeclared && table.hasConversions(index)
        }
      default: return false
      }
    }
    return false
  }
}

extension ArchivedKeys {
  fileprivate func hasConversions(_ index: Int) -> Bool {
    programName(index).flatMap { history(of: $0) }?.conversions.isEmpty == false
  }
}

extension DecodingValue {
  /// Decodes a value for a container without keys.
  ///
  /// A value of another kind, or a collection of numbers of another kind, is refused if the type that asks has a choice: an
  /// enum that stands for values of several types tries one after the other, and the first that fits must be the one that was
  /// encoded. A type whose stored properties are all of the type that is decoded has no choice.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the type.
  ///   - type: The type in the archive.
  ///   - input: The value; afterwards, its end.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what an initialiser throws.
  func decode<T>(
    _ decoder: TypeDecoder<T>, _ type: ArchivedType, _ input: inout ValidCursor
  ) throws -> T {
    let whole = KeyCursor.Whole(type: type, input: input)
    let conversions = session.conversionCount
    let result = try decoder.decode(type, &input, session)
    if session.conversionCount != conversions { try refuseConversion(to: T.self, whole) }
    return result
  }

  private func refuseConversion(to type: Any.Type, _ value: KeyCursor.Whole) throws {
    let wanted = DeclaredValue.unwrapped(type)
    guard
      NumberType.isOfNumbers(type) || wanted is any ArchiveScalarConvertible.Type
        || isReference(value) != (wanted is AnyClass)
    else { return }
    let declared = declaredType
    if !(declared is any ArchiveScalarConvertible.Type) {
      if let declared = declared as? any RawRepresentable.Type, rawType(declared) == wanted {
        return
      }
      let properties = declared.flatMap { StoredProperty.own(of: $0) } ?? []
      if !properties.isEmpty,
        properties.allSatisfy({ DeclaredValue.unwrapped($0.type) == wanted })
      {
        return
      }
    }
    throw session.wrongType(type, value.type, at: value.input.offset)
  }

  private func isReference(_ value: KeyCursor.Whole) -> Bool {
    var input = value.input
    return session.unwrap(value.type, &input)?.isReference ?? false
  }

  private func rawType<T: RawRepresentable>(_ type: T.Type) -> Any.Type { T.RawValue.self }
}

/// Tells types that consist of numbers.
private enum NumberType {
  static func isOfNumbers(_ type: Any.Type) -> Bool {
    switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: true
    case let type as any NumberCollection.Type: type.parts.contains { isOfNumbers($0) }
    default: false
    }
  }
}

private protocol NumberCollection {
  static var parts: [Any.Type] { get }
}

extension Optional: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Wrapped.self] }
}

extension Array: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Element.self] }
}

extension Set: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Element.self] }
}

extension Dictionary: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Key.self, Value.self] }
}
