/// How values of one type become values of another, in which other values are written already.
enum ValueConversion {
  /// The bytes stay as they are.
  case unchanged
  /// The value becomes one of an optional.
  case wrapped
  /// The value is written with its type.
  case typed
}

extension TypeTable {
  /// The type that has the values of two types without a change of their bytes, or nil when there is none.
  ///
  /// The type `never`, which has no value, becomes any other type; two references become one to any object.
  mutating func compatible(_ left: Int, _ right: Int) throws(ArchiveWritingError) -> Int? {
    if left == right || right == Self.never { return left }
    if left == Self.never { return right }
    let (leftType, rightType) = (self[left], self[right])
    guard leftType.code == rightType.code else { return nil }
    switch leftType.code {
    case .ref: return try index(of: .reference(to: nil))
    case .weak: return try index(of: .weakReference(to: nil))
    case .optional, .list, .set, .map: break
    default: return nil
    }
    guard let first = try compatible(Int(leftType.first), Int(rightType.first)) else { return nil }
    guard leftType.code == .map else { return try index(of: leftType.code, first) }
    guard let second = try compatible(Int(leftType.second), Int(rightType.second)) else {
      return nil
    }
    return try index(of: .map, first, second)
  }

  /// The type of a place in which values of one type stand, when one of another comes.
  mutating func joined(_ left: Int, with right: Int) throws(ArchiveWritingError) -> Int {
    if let type = try compatible(left, right) { return type }
    let (leftType, rightType) = (self[left], self[right])
    if leftType.code == .any || rightType.code == .any { return TypeCode.any.typeIndex }
    switch (leftType.code, rightType.code) {
    // In an optional of an optional, the nil of one would be another nil.
    case (.optional, .optional): break
    case (.optional, _):
      if let type = try compatible(Int(leftType.first), right) {
        return try index(of: .optional, type)
      }
    case (_, .optional):
      if let type = try compatible(left, Int(rightType.first)) {
        return try index(of: .optional, type)
      }
    default: break
    }
    return TypeCode.any.typeIndex
  }

  /// Whether a type differs from an earlier one only in having another type in the place of `never`.
  func isCompletion(_ new: Int, of old: Int) -> Bool {
    var names = NameNumbers()
    let type = schema.descriptor(new)
    return schema.descriptor(old).completed(with: type, names: &names) == type
  }

  /// How a value of one type becomes one of another, or nil when it does not.
  mutating func conversion(of from: Int, to: Int) throws(ArchiveWritingError) -> ValueConversion? {
    if from == to { return ValueConversion.unchanged }
    if try compatible(to, from) == to { return ValueConversion.unchanged }
    let type = self[to]
    if type.code == .any { return .typed }
    let part = Int(type.first)
    if type.code == .optional, self[from].code != .optional, try compatible(part, from) == part {
      return self[part].code == .ref ? ValueConversion.unchanged : .wrapped
    }
    return nil
  }
}
