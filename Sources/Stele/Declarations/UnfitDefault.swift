/// A default that the stored property with the name of the key cannot have.
///
/// A class may write and read by hand other values than the property, for which the default may be valid. So this is an
/// error only if the values that are written or read show that the key is the property.
package struct UnfitDefault: Sendable {
  /// The key.
  package let key: String
  /// The type of the property, without optionals.
  private let property: Any.Type
  /// The type of the default.
  private let declared: Any.Type

  /// Returns the defaults of a type that its stored properties cannot have.
  ///
  /// Only types with one written form are compared: numbers, Booleans, strings, and collections of these.
  static func all(of archiveClass: ArchiveClass, _ type: Any.Type) -> [UnfitDefault] {
    guard archiveClass.keys.contains(where: { $0.makeDefault != nil }) else { return [] }
    let properties = StoredProperty.own(of: type) ?? []
    return archiveClass.keys.compactMap { history in
      guard let makeDefault = history.makeDefault,
        let property = properties.first(where: { $0.storageName.isExactly(history.name) }),
        PlainKind(property.type) != nil, case let value = makeDefault(),
        PlainKind(Swift.type(of: value)) != nil,
        // A nil is a valid default for code that reads the key if it is present.
        !DeclaredValue.canConvert(value, to: property.type),
        !DeclaredValue.isNil(value)
      else { return nil }
      return UnfitDefault(
        key: history.name, property: DeclaredValue.unwrapped(property.type),
        declared: Swift.type(of: value))
    }
  }

  /// Whether a type that is written for the key is of the kind of the property, and not of the kind of the default.
  package func isOfOtherKind(than written: ArchiveTypeDescriptor) -> Bool {
    PlainKind(written) == PlainKind(property) && PlainKind(written) != PlainKind(declared)
  }

  /// Whether a type that is decoded for the key is the type of the property.
  package func isDefault(ofPropertyOf type: Any.Type) -> Bool {
    DeclaredValue.unwrapped(type) == property
  }

  /// Whether a property of a type may have been written as a type of archives, if both have one written form.
  static func mayHave(_ written: ArchiveTypeDescriptor, _ type: Any.Type) -> Bool {
    PlainKind(written) == PlainKind(type)
  }

  /// The flaw of the declaration.
  package var flaw: DeclarationFlaw {
    .defaultType(
      key: key, declared: TypeName.short(declared), property: TypeName.short(property))
  }
}

/// The kind of a type; values of one kind are never read as those of another.
private indirect enum PlainKind: Equatable {
  case number
  case boolean
  case text
  case list(PlainKind)
  case set(PlainKind)
  case map(PlainKind, PlainKind)

  /// Makes the kind of a Swift type, or nil if the type has several written forms.
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

  /// Makes the kind of a type of archives, or nil if it has none of these kinds.
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
