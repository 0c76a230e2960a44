/// A default that the stored property of its key's name cannot have.
///
/// A class may write and read by hand something else than the property, for which the default may be right. So this is an
/// error only when what is written or read shows that the key has the values of the property.
package struct UnfitDefault: Sendable {
  /// The key.
  package let key: String
  /// The type of the property, without optionals.
  private let property: Any.Type
  /// The type of the default.
  private let declared: Any.Type

  /// The defaults of a type that its stored properties cannot have.
  ///
  /// Only types that are written in one way are compared: numbers, Booleans, strings, and collections of these.
  static func all(of archiveClass: ArchiveClass, _ type: Any.Type) -> [UnfitDefault] {
    guard archiveClass.keys.contains(where: { $0.makeDefault != nil }) else { return [] }
    let properties = StoredProperty.own(of: type) ?? []
    return archiveClass.keys.compactMap { history in
      guard let makeDefault = history.makeDefault,
        let property = properties.first(where: { $0.storageName.isExactly(history.name) }),
        PlainKind(property.type) != nil, case let value = makeDefault(),
        PlainKind(Swift.type(of: value)) != nil,
        // Code that reads the key if it is there may be given a nil.
        !DeclaredValue.canConvert(value, to: property.type),
        !DeclaredValue.isNil(value)
      else { return nil }
      return UnfitDefault(
        key: history.name, property: DeclaredValue.unwrapped(property.type),
        declared: Swift.type(of: value))
    }
  }

  /// Whether a key that is written with a type has values of the property, which nothing reads as the type of the default.
  package func isOfOtherKind(than written: ArchiveTypeDescriptor) -> Bool {
    PlainKind(written) == PlainKind(property) && PlainKind(written) != PlainKind(declared)
  }

  /// Whether a type that is decoded for the key is that of the property.
  package func isDefault(ofPropertyOf type: Any.Type) -> Bool {
    DeclaredValue.unwrapped(type) == property
  }

  /// Whether a property of a type may have been written with a type of archives, as far as types tell that are written in one
  /// way.
  static func mayHave(_ written: ArchiveTypeDescriptor, _ type: Any.Type) -> Bool {
    PlainKind(written) == PlainKind(type)
  }

  /// What is wrong.
  package var flaw: DeclarationFlaw {
    .defaultType(
      key: key, declared: TypeName.short(declared), property: TypeName.short(property))
  }
}

/// What a type consists of, as far as values of one kind are never read as those of another.
private indirect enum PlainKind: Equatable {
  case number
  case boolean
  case text
  case list(PlainKind)
  case set(PlainKind)
  case map(PlainKind, PlainKind)

  /// The kind of a Swift type, or nil if that may be written in several ways.
  init?(_ type: Any.Type) {
    switch DeclaredValue.unwrapped(type) {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: self = .number
    case is Bool.Type: self = .boolean
    case is String.Type: self = .text
    case let type as any PlainCollection.Type:
      guard let kind = type.kind else { return nil }
      self = kind
    default: return nil
    }
  }

  /// The kind of a type of archives, or nil if it is none of these.
  init?(_ type: ArchiveTypeDescriptor) {
    switch type {
    case .bool: self = .boolean
    case .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32, .uint64, .uint128,
      .float16, .float32, .float64:
      self = .number
    case .string: self = .text
    case .optional(let part):
      guard let kind = PlainKind(part) else { return nil }
      self = kind
    case .list(let part):
      guard let kind = PlainKind(part) else { return nil }
      self = .list(kind)
    case .set(let part):
      guard let kind = PlainKind(part) else { return nil }
      self = .set(kind)
    case .map(let key, let value):
      guard let key = PlainKind(key), let value = PlainKind(value) else { return nil }
      self = .map(key, value)
    default: return nil
    }
  }
}

private protocol PlainCollection {
  static var kind: PlainKind? { get }
}

extension Array: PlainCollection {
  fileprivate static var kind: PlainKind? { PlainKind(Element.self).map { .list($0) } }
}

extension Set: PlainCollection {
  fileprivate static var kind: PlainKind? { PlainKind(Element.self).map { .set($0) } }
}

extension Dictionary: PlainCollection {
  fileprivate static var kind: PlainKind? {
    guard let key = PlainKind(Key.self), let value = PlainKind(Value.self) else { return nil }
    return .map(key, value)
  }
}
