/// A key that is expected next, because the value before had it there, and how its value was written.
@safe
struct ExpectedKey {
  /// The place of the key among all keys of the hierarchy, as pieces have it.
  let place: Int
  /// The number of the plan of the type.
  let type: Int
  /// The presence bit, 0 for a key that is not optional.
  let mask: UInt64
  /// The position among the keys whose entries lists say once, or -1.
  let nestedIndex: Int
  /// What the values are.
  let kind: ValueKind
  // Safe: only compared, not read through.
  private var literalStart: UnsafePointer<UInt8>?
  private var literalByteCount = -1
  private var valueType: ObjectIdentifier?
  /// The class to which references were written before.
  private(set) var objectType: ObjectIdentifier?
  // Safe: routes live as long as the encoder's core, which outlives the use of layouts.
  private var route: Unmanaged<AnyRoute>?

  init(place: Int, type: Int, kind: ValueKind, mask: UInt64, nestedIndex: Int) {
    self.place = place
    self.type = type
    self.kind = kind
    self.mask = mask
    self.nestedIndex = nestedIndex
    unsafe literalStart = nil
    unsafe route = nil
  }

  /// The key behind the last one of a layout, which is none: no place is negative, and no literal has a negative length.
  static var last: ExpectedKey {
    ExpectedKey(place: -1, type: -1, kind: .other, mask: 0, nestedIndex: -1)
  }

  // Safe: initialised once, and never written to, as it is found to be no key.
  /// The key that is expected when there is no layout.
  nonisolated(unsafe) static let none: UnsafeMutablePointer<ExpectedKey> = {
    let none = UnsafeMutablePointer<ExpectedKey>.allocate(capacity: 1)
    unsafe none.initialize(to: last)
    return unsafe none
  }()

  /// Whether a literal of a level is this key; only a copy of the literal that was used last is found to be.
  @inline(__always)
  func isSame(as literal: StaticString, level: Int) -> Bool {
    // Safe: the pointers are compared.
    unsafe literal.hasPointerRepresentation && literal.utf8Start == literalStart
      && literal.utf8CodeUnitCount == literalByteCount && place &>> 32 == level
  }

  /// Remembers the literal of the key.
  mutating func remember(_ literal: StaticString) {
    guard literal.hasPointerRepresentation else { return }
    // Safe: the pointer is only compared.
    unsafe literalStart = literal.utf8Start
    literalByteCount = literal.utf8CodeUnitCount
  }

  /// The route of values of a type, when it was the one of the value before.
  @inline(__always)
  func route(of type: ObjectIdentifier) -> Unmanaged<AnyRoute>? {
    // Safe: see `route`.
    unsafe valueType == type ? route : nil
  }

  /// Remembers to objects of which class there are references.
  mutating func rememberReferences(to type: ObjectIdentifier) { objectType = type }

  /// Remembers the route of values of a type.
  mutating func remember(_ route: AnyRoute, of type: ObjectIdentifier) {
    valueType = type
    // Safe: see `route`.
    unsafe self.route = Unmanaged.passUnretained(route)
  }
}
