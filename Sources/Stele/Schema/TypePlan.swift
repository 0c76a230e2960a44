/// A type descriptor, prepared for writing many values of the type.
///
/// There is one plan for each type of an archive, so that plans can be compared by identity.
///
/// Spec §3.1.
final class TypePlan: Sendable {
  let descriptor: TypeDescriptor
  /// The position among all plans of the archive.
  let number: Int
  let code: TypeCode
  /// Whether no value of the type has been seen, so that another type may take its place.
  let isGuess: Bool
  /// Whether this type, or one that it is made of, is a guess.
  let hasGuess: Bool
  /// The type inside an optional, list or set; the key type of a map.
  let first: TypePlan?
  /// The value type of a map.
  let second: TypePlan?
  /// The number of the class name, 0 for any object and for types without a name.
  let name: Int
  /// The descriptor as it stands in the file.
  let bytes: [UInt8]
  /// The number of descriptors that nest, this one included.
  let depth: Int
  /// The layout of the elements of a packed list.
  let packed: ScalarLayout?
  /// Whether the values are those of `ref`, `optional ref` or `weak`, which take no part in nesting.
  let isReference: Bool
  /// Whether rule V14 bars the type from metadata.
  let isBarredFromMetadata: Bool

  init(
    _ descriptor: TypeDescriptor, number: Int, name: Int, first: TypePlan?, second: TypePlan?,
    isGuess: Bool
  ) {
    self.descriptor = descriptor
    self.number = number
    self.isGuess = isGuess
    hasGuess = isGuess || first?.hasGuess == true || second?.hasGuess == true
    self.code = descriptor.code
    self.name = name
    self.first = first
    self.second = second
    depth = 1 + max(first?.depth ?? 0, second?.depth ?? 0)
    packed = code == .list ? first?.code.scalarLayout : nil
    var writer = ByteWriter()
    writer.write(byte: code.rawValue)
    let isNamed: Bool
    switch code {
    case .ref, .weak, .struct, .enum:
      writer.write(number: name)
      isNamed = true
    default:
      isNamed = false
    }
    if let first { writer.write(contentsOf: first.bytes) }
    if let second { writer.write(contentsOf: second.bytes) }
    bytes = writer.bytes
    isReference = code == .ref || code == .weak || (code == .optional && first?.code == .ref)
    isBarredFromMetadata =
      isNamed || first?.isBarredFromMetadata == true || second?.isBarredFromMetadata == true
  }
}

extension TypePlan {
  /// Whether the type is a scalar, or an optional or list of such.
  var isSimple: Bool {
    guard !hasGuess else { return false }
    let inner = code == .optional || code == .list ? first ?? self : self
    return inner.code.rawValue < TypeCode.any.rawValue
  }
}

/// The plans of all types that an archive uses.
struct TypeTable {
  private struct Shape: Hashable {
    let code: TypeCode
    let name: Int
    let first: ObjectIdentifier?
    let second: ObjectIdentifier?
    let isGuess: Bool
  }

  /// The number of types without parts.
  private static let simpleCount = 20

  /// The number of the plan of optionals of a scalar type.
  static func number(ofOptional code: TypeCode) -> Int { simpleCount + code.planNumber }

  /// The number of the plan of lists of a scalar type.
  static func number(ofList code: TypeCode) -> Int { 2 * simpleCount + code.planNumber }

  /// The plans that all archives have: those of types without parts by their codes, those of optionals and lists of such, and
  /// that of a type of which nothing is known.
  private static let common: [TypePlan] = {
    var plans = TypeCode.allCases.filter { $0.rawValue < TypeCode.optional.rawValue }
      .compactMap { TypeDescriptor.simpleTypes[$0] }
      .enumerated().map { number, type in
        TypePlan(type, number: number, name: 0, first: nil, second: nil, isGuess: false)
      }
    let simple = plans
    for wrap in [TypeDescriptor.optional, TypeDescriptor.list] {
      for part in simple {
        plans.append(
          TypePlan(
            wrap(part.descriptor), number: plans.count, name: 0, first: part, second: nil,
            isGuess: false))
      }
    }
    plans.append(
      TypePlan(.any, number: plans.count, name: 0, first: nil, second: nil, isGuess: true))
    return plans
  }()

  private(set) var names = NameTable()
  private var plans = ShortTable<Shape, TypePlan>()
  /// The plans that only this archive has, which are numbered after the common ones.
  private var own: [TypePlan] = []

  /// The plan of a number.
  subscript(number: Int) -> TypePlan {
    number < Self.common.count ? Self.common[number] : own[number - Self.common.count]
  }

  /// The plan of a type of which nothing is known.
  static var unknown: TypePlan { common[common.count - 1] }

  /// The number of a class name, which is defined when it is new.
  mutating func number(ofName name: String) -> Int {
    names.number(of: name)
  }

  /// The plan of a type; names in it are defined when they are new.
  ///
  /// - Throws: Rule L1 when descriptors nest too deep, C1 when a name is empty.
  mutating func plan(of descriptor: TypeDescriptor) throws(GraphError) -> TypePlan {
    if descriptor.code.rawValue < TypeCode.optional.rawValue {
      return Self.common[descriptor.code.planNumber]
    }
    if descriptor.code.partCount == 0 {
      guard descriptor.className?.isEmpty != true else { throw GraphError(.breaks(.emptyName)) }
      return plan(of: descriptor, first: nil, second: nil)
    }
    var preorder: [TypeDescriptor] = []
    var rest = [(type: descriptor, depth: 1)]
    while let (type, depth) = rest.popLast() {
      guard depth <= Limits().descriptorNesting else {
        throw GraphError(.breaks(.descriptorNesting))
      }
      guard type.className?.isEmpty != true else { throw GraphError(.breaks(.emptyName)) }
      preorder.append(type)
      for part in type.parts.reversed() { rest.append((part, depth + 1)) }
    }
    var made: [TypePlan] = []
    for type in preorder.reversed() {
      var first: TypePlan?
      var second: TypePlan?
      switch type {
      case .optional, .list, .set: first = made.popLast()
      case .map:
        first = made.popLast()
        second = made.popLast()
      default: break
      }
      made.append(plan(of: type, first: first, second: second))
    }
    return made.last ?? plan(of: descriptor, first: nil, second: nil)
  }

  private mutating func plan(
    of type: TypeDescriptor, first: TypePlan?, second: TypePlan?, isGuess: Bool = false
  ) -> TypePlan {
    if type.code.rawValue < TypeCode.optional.rawValue {
      if !isGuess { return Self.common[type.code.planNumber] }
      if type.code == .any { return Self.unknown }
    }
    if !isGuess, let first, first.number < Self.simpleCount {
      switch type.code {
      case .optional: return Self.common[Self.number(ofOptional: first.code)]
      case .list: return Self.common[Self.number(ofList: first.code)]
      default: break
      }
    }
    let name = type.className.map { names.number(of: $0) } ?? 0
    let shape = Shape(
      code: type.code, name: name, first: first.map(ObjectIdentifier.init),
      second: second.map(ObjectIdentifier.init), isGuess: isGuess)
    if let plan = plans[shape] { return plan }
    let plan = TypePlan(
      type, number: Self.common.count + own.count, name: name, first: first, second: second,
      isGuess: isGuess)
    plans.set(plan, for: shape)
    own.append(plan)
    return plan
  }
}

extension TypeTable {
  /// The plan of a type that is made of one or two others, guesses included.
  ///
  /// - Throws: Rule L1 when descriptors nest too deep.
  mutating func plan(
    _ code: TypeCode, of first: TypePlan, _ second: TypePlan? = nil
  ) throws(GraphError) -> TypePlan {
    guard max(first.depth, second?.depth ?? 0) < Limits().descriptorNesting else {
      throw GraphError(.breaks(.descriptorNesting))
    }
    let descriptor: TypeDescriptor =
      switch code {
      case .optional: .optional(first.descriptor)
      case .set: .set(first.descriptor)
      case .map: .map(key: first.descriptor, value: (second ?? first).descriptor)
      default: .list(first.descriptor)
      }
    return plan(of: descriptor, first: first, second: code == .map ? second ?? first : nil)
  }

  /// The plan of a type of which no value has been seen.
  mutating func guess(of plan: TypePlan) -> TypePlan {
    if plan.isGuess { return plan }
    return self.plan(
      of: plan.descriptor, first: plan.first, second: plan.second, isGuess: true)
  }
}
