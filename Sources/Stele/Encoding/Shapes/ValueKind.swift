/// What values of a type are, as far as they are written without a route.
struct ValueKind: Equatable {
  private let number: UInt16

  private init(_ number: UInt16) { self.number = number }

  /// A scalar.
  @inline(__always)
  static func scalar(_ code: TypeCode) -> ValueKind { ValueKind(UInt16(code.rawValue)) }

  /// An optional scalar.
  @inline(__always)
  static func optional(_ code: TypeCode) -> ValueKind {
    ValueKind(0x100 | UInt16(code.rawValue))
  }

  /// A list of scalars.
  @inline(__always)
  static func list(_ code: TypeCode) -> ValueKind { ValueKind(0x200 | UInt16(code.rawValue)) }

  /// A reference.
  @inline(__always)
  static var reference: ValueKind { ValueKind(UInt16(TypeCode.ref.rawValue)) }

  /// A reference, or nil.
  @inline(__always)
  static var optionalReference: ValueKind { ValueKind(0x100 | UInt16(TypeCode.ref.rawValue)) }

  /// A value of any other type.
  static let other = ValueKind(.max)

  /// The kind of the values of a plan.
  init(_ plan: TypePlan) {
    switch (plan.code, plan.first) {
    case (.optional, let part?) where part.isScalar: self = .optional(part.code)
    case (.list, let part?) where part.isScalar: self = .list(part.code)
    case (.optional, let part?) where part.code == .ref: self = .optionalReference
    case (.ref, _): self = .reference
    default: self = plan.isScalar ? .scalar(plan.code) : .other
    }
  }
}

extension TypePlan {
  /// Whether the type has no parts, and is no guess.
  fileprivate var isScalar: Bool { code.rawValue < TypeCode.any.rawValue && !isGuess }
}
