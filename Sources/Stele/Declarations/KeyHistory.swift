import Synchronization

/// The history of one key of a class or struct, or of one case of an enum.
///
/// Spec §10.2, §10.3.
public struct KeyHistory: Sendable {
  /// A conversion of the values of an earlier type of a key to current ones.
  package struct Conversion: Sendable {
    /// The type that older archives have.
    package let source: any (Decodable & SendableMetatype).Type
    /// The first class version in which the key no longer has that type, if it is declared.
    package let before: Int?
    /// The type of the current values.
    package let target: Any.Type
    /// Converts a value of that type.
    package let convert: @Sendable (Any) throws -> Any?

    /// Whether the current values have the same type.
    var keepsType: Bool { DeclaredValue.unwrapped(source) == DeclaredValue.unwrapped(target) }
  }

  /// The name in archives.
  package let name: String
  /// The class version that introduced the key.
  package let since: Int
  /// Other names under which the key is found.
  package private(set) var aliases: [String] = []
  /// The archive names of the classes that had the key before, other classes of the hierarchy.
  package private(set) var movedFrom: [String] = []
  /// The type of a retired key, nil for keys that are in use.
  package private(set) var retiredType: ArchiveTypeDescriptor?
  /// Makes the value for archives without the key.
  package private(set) var makeDefault: (@Sendable () -> Any)?
  /// Conversions from types of older versions.
  package private(set) var conversions: [Conversion] = []
  private(set) var fittingType = FittingType()

  /// A key without a default: in archives without the key, its value is nil or an error.
  ///
  /// In an enum it is the name of a case, or of a key of its payload: `"go.speed"`, or `"speed"` for the cases that have it.
  /// Values without labels have the keys `_0`, `_1` and so on.
  ///
  /// - Parameters:
  ///   - name: The name in archives, which is the string of the coding key.
  ///   - since: The class version that introduced the key.
  ///   - aliases: Other names under which the key is found.
  ///   - movedFrom: The archive names of the superclasses or subclasses that had the key before. Nothing else tells that a
  ///     key has moved.
  /// - Returns: The history.
  public static func key(
    _ name: String, since: Int = 1, aliases: [String] = [], movedFrom: String...
  ) -> KeyHistory {
    KeyHistory(name: name, since: since, aliases: aliases, movedFrom: movedFrom)
  }

  /// A key with a default for archives without the key.
  ///
  /// The default is used for records of programs that did not know the key: their entry is older than `since`, or does not
  /// list the key. A nil that a program saved stays nil.
  ///
  /// A number becomes the same number of the type that is decoded: 0 is a default of an `Int32`, a `Double` and a
  /// `Double?`, and `[0]` of a `[Double]`. A default that is not of the type that is decoded, such as `""` for an `Int`
  /// or `[]` for a ``LateReference``, is a ``DeclarationFlaw`` as soon as the key is first decoded, whether or not the archive has it.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - since: The class version that introduced the key.
  ///   - aliases: Other names under which the key is found.
  ///   - movedFrom: The archive names of the superclasses or subclasses that had the key before. Nothing else tells that a
  ///     key has moved.
  ///   - makeDefault: Makes the value, which is evaluated for each use; of the type that is decoded, or a number.
  /// - Returns: The history.
  public static func key<T>(
    _ name: String, since: Int = 1, aliases: [String] = [], movedFrom: String...,
    default makeDefault: @autoclosure @escaping @Sendable () -> T
  ) -> KeyHistory {
    KeyHistory(
      name: name, since: since, aliases: aliases, movedFrom: movedFrom,
      makeDefault: { makeDefault() })
  }

  /// A key that is no longer in use, and whose name is never used with another type.
  ///
  /// It is listed in the class table for other programs and later versions. Writing a key of this name with
  /// another type is an error, ``SteleCodingError/Reason/retiredKey(_:)``.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - type: The type that it had.
  ///   - since: The class version that introduced the key, not the one that retired it.
  /// - Returns: The history.
  public static func retired(
    _ name: String, _ type: ArchiveTypeDescriptor, since: Int = 1
  ) -> KeyHistory {
    KeyHistory(name: name, since: since, retiredType: type)
  }

  /// Adds a conversion for a key whose values had another type, or another meaning, in older versions.
  ///
  ///     .key("price").converting(from: Double.self) { dollars in Int(dollars * 100) }
  ///     .key("price").converting(from: Int.self, before: 2) { dollars in dollars * 100 }
  ///
  /// A value of the archive is converted if it has the type `source`, or one that widens to it without loss; so each earlier
  /// type of the key needs its own conversion. If the type has not changed, only the version distinguishes old values from new
  /// ones: then `version` must be declared (otherwise ``DeclarationFlaw/conversionVersion(key:)`` is thrown), unless older
  /// values have another name (`aliases`) and `since` is the version of the new name. A type with its own `init(from:)` may
  /// read values of any type; a property of such a type needs `version`, too, if it could read the old values.
  ///
  /// Lossless widening (§10.4) needs no conversion. Several conversions may be added. A nil is converted only if `source` is an
  /// optional type.
  ///
  /// - Parameters:
  ///   - source: The type that older archives have.
  ///   - version: The first class version in which the key has its current values; only older records are converted.
  ///   - convert: Makes the current value; what it throws, the decoder throws.
  /// - Returns: The history with the conversion added.
  public func converting<Old: Decodable & SendableMetatype, New>(
    from source: Old.Type, before version: Int? = nil,
    _ convert: @escaping @Sendable (Old) throws -> New
  ) -> KeyHistory {
    var history = self
    history.fittingType = FittingType()
    history.conversions.append(
      Conversion(source: source, before: version, target: New.self) { old in
        try (old as? Old).map { try convert($0) }
      })
    return history
  }

  /// Returns the history of a key of the payload of a case, or nil if this is another history.
  ///
  /// The prefix is the name of the case and a dot, with which the names may begin.
  func ofPayload(_ prefix: String) -> KeyHistory? {
    func stripped(_ name: String) -> String? {
      name.hasPrefix(prefix)
        ? String(name.dropFirst(prefix.count)) : name.contains(".") ? nil : name
    }
    guard let name = stripped(name) else { return nil }
    return KeyHistory(
      name: name, since: since, aliases: aliases.compactMap(stripped), retiredType: retiredType,
      makeDefault: makeDefault, conversions: conversions)
  }
}

// MARK: Flaws

/// The type for which the declaration of a key was last found to be right.
final class FittingType: Sendable {
  private let type = Atomic<UInt>(0)

  /// Returns the result of a check unless it has passed for the type.
  ///
  /// It depends on the program alone, so all coders share it.
  func check(_ type: Any.Type, _ flaw: () -> DeclarationFlaw?) -> DeclarationFlaw? {
    let new = UInt(bitPattern: ObjectIdentifier(type))
    guard self.type.load(ordering: .relaxed) != new else { return nil }
    if let flaw = flaw() { return flaw }
    self.type.store(new, ordering: .relaxed)
    return nil
  }
}

extension KeyHistory {
  /// Returns the flaw of a declaration if its default, or the result of its conversions, cannot be decoded as a type.
  ///
  /// The types decide, so an empty array of another type is found, too; of a number also the value.
  func flaw(decodedAs type: Any.Type) -> DeclarationFlaw? {
    if makeDefault == nil, conversions.isEmpty { return nil }
    return fittingType.check(type) {
      if let value = makeDefault?(), !DeclaredValue.isNil(value),
        !DeclaredValue.fits(Swift.type(of: value), type)
          || !DeclaredValue.canConvert(value, to: type)
      {
        return flaw(of: value, as: TypeName.short(DeclaredValue.unwrapped(type)))
      }
      return conversions.first { !DeclaredValue.fits($0.target, type) }.map { conversion in
        .madeType(
          key: name, made: TypeName.short(conversion.target), property: TypeName.short(type))
      }
    }
  }

  /// The default, if it is a number, Boolean or string.
  var plainDefault: Any? {
    guard let value = makeDefault?(), !DeclaredValue.isNil(value),
      value is Bool || value is String || DeclaredValue.isNumber(Swift.type(of: value))
    else { return nil }
    return value
  }

  /// Returns the flaw of a declaration whose default, a number, Boolean or string, is never written as a type.
  func flaw(of value: Any, writtenAs type: ArchiveTypeDescriptor) -> DeclarationFlaw? {
    var written = type
    while case .optional(let part) = written { written = part }
    switch written {
    case .any, .never: return nil
    case .bool where value is Bool, .string where value is String: return nil
    case _
    where TypeCode.int8.rawValue...TypeCode.float64.rawValue ~= written.code.rawValue
      && DeclaredValue.isNumber(Swift.type(of: value)):
      return nil
    default: return flaw(of: value, as: written.swiftName ?? written.shortWords)
    }
  }

  private func flaw(of value: Any, as property: String) -> DeclarationFlaw {
    .defaultType(
      key: name, declared: TypeName.short(Swift.type(of: value)), property: property)
  }
}
