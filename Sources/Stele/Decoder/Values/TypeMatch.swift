/// The quality of the match between a Swift type and a type of the archive.
enum TypeMatch: Int, Comparable {
  /// The types differ.
  case none
  /// The Swift type decides by its own code which types it reads.
  case unknown
  /// Each value of the archive is one of the Swift type, too (§10.4).
  case widened
  /// The Swift type is written as the type of the archive.
  case exact

  static func < (left: TypeMatch, right: TypeMatch) -> Bool { left.rawValue < right.rawValue }
}

extension ArchivedTypes {
  /// Compares a Swift type with a type of the archive, without optionals.
  func match(_ swiftType: Any.Type, _ archived: ArchivedType) -> TypeMatch {
    let swiftType = DeclaredValue.unwrapped(swiftType)
    var type = archived
    while type.code == .optional { type = first(of: type) }
    if type.code == .any || type.code == .never { return .unknown }
    switch swiftType {
    case let scalar as any DecodableScalar.Type:
      if scalar.code == type.code { return .exact }
      return type.code.widens(to: scalar.code) ? .widened : .none
    case let scalar as any ArchiveScalarConvertible.Type:
      return scalar.wireType.code == type.code ? .exact : .unknown
    case is Duration.Type:
      return descriptor(of: type) == .struct(RegisteredName.duration) ? .exact : .none
    case is AnyClass: return type.isReference || type.code == .weak ? .unknown : .none
    default:
      return DeclaredValue.parts(of: swiftType).map { matchParts($0, of: swiftType, type) }
        ?? matchName(swiftType, type)
    }
  }

  /// Compares a collection with a list, set or map of the archive, by the types of their parts.
  private func matchParts(
    _ parts: [Any.Type], of collection: Any.Type, _ type: ArchivedType
  ) -> TypeMatch {
    let isMap = parts.count == 2
    let code: TypeCode = isMap ? .map : collection is any SetAlgebra.Type ? .set : .list
    guard type.code == code else { return .none }
    let match = match(parts[0], first(of: type))
    return isMap ? min(match, self.match(parts[1], second(of: type))) : match
  }

  /// Compares a type that is not one of the language with a struct or enum of the archive, by their names.
  private func matchName(_ swiftType: Any.Type, _ type: ArchivedType) -> TypeMatch {
    let name: String
    switch descriptor(of: type) {
    case .struct(let structure): name = structure
    case .enum(let enumeration): name = enumeration
    default: return .unknown
    }
    guard let declaration = try? TypeDeclaration.shared(for: swiftType) else { return .unknown }
    return declaration.names.contains { $0.isExactly(name) } ? .exact : .none
  }
}

extension TypeCode {
  /// Returns whether each number of the type is a number of another, wider type of Swift, none of which is a date.
  ///
  /// Spec §10.4.
  func widens(to other: TypeCode) -> Bool {
    switch (scalarLayout, other.scalarLayout) {
    case (.signed(let own), .signed(let wide)), (.unsigned(let own), .unsigned(let wide)),
      (.unsigned(let own), .signed(let wide)), (.float(let own), .float(let wide)):
      own < wide
    default: false
    }
  }
}
