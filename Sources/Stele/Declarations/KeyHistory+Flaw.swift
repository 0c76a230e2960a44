import Synchronization

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
