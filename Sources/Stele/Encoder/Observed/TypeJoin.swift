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
  /// A guess, of which there is no value, becomes any other type; two references become one to any object.
  mutating func compatible(
    _ left: TypePlan, _ right: TypePlan
  ) throws(GraphError) -> TypePlan? {
    if left === right || right.isGuess { return left }
    if left.isGuess { return right }
    guard left.code == right.code else { return nil }
    switch left.code {
    case .ref: return try plan(of: .reference(to: nil))
    case .weak: return try plan(of: .weakReference(to: nil))
    case .optional, .list, .set, .map: break
    default: return nil
    }
    guard let leftPart = left.first, let rightPart = right.first,
      let first = try compatible(leftPart, rightPart)
    else { return nil }
    guard left.code == .map else { return try plan(left.code, of: first) }
    guard let leftPart = left.second, let rightPart = right.second,
      let second = try compatible(leftPart, rightPart)
    else { return nil }
    return try plan(.map, of: first, second)
  }

  /// The type of a place in which values of one type stand, when one of another comes.
  mutating func joined(_ left: TypePlan, with right: TypePlan) throws(GraphError) -> TypePlan {
    if let type = try compatible(left, right) { return type }
    if left.code == .any || right.code == .any { return try plan(of: .any) }
    if left.code == .optional, let part = left.first, let type = try compatible(part, right) {
      return try plan(.optional, of: type)
    }
    if right.code == .optional, let part = right.first, let type = try compatible(left, part) {
      return try plan(.optional, of: type)
    }
    return try plan(of: .any)
  }

  /// How a value of one type becomes one of another, or nil when it does not.
  mutating func conversion(
    of from: TypePlan, to: TypePlan
  ) throws(GraphError) -> ValueConversion? {
    if from === to { return ValueConversion.unchanged }
    if try compatible(to, from) === to { return ValueConversion.unchanged }
    if to.code == .any, !to.isGuess { return .typed }
    if to.code == .optional, let part = to.first, try compatible(part, from) === part {
      return part.code == .ref ? ValueConversion.unchanged : .wrapped
    }
    return nil
  }
}
