/// A key that is expected next, because the value before had it there, and how its value was written.
@safe
struct ExpectedKey: BitwiseCopyable {
  /// The place of the key among all keys of the hierarchy: its level and its number there.
  let place: Int
  /// The index of the type.
  let type: Int
  /// The presence bit, 0 for a key that is not optional.
  let mask: UInt64
  /// Whether a list says the entry numbers of the values once for all elements.
  let isNestedPlace: Bool
  /// What the key was recognised by last.
  var token = KeyToken.none
  /// The class to which references were written before.
  var objectType: ObjectIdentifier?
  /// Whether the references may be nil.
  var isOptionalReference = false
  private var valueType: ObjectIdentifier?
  // Safe: the graph encoder keeps all type encoders, and outlives the use of layouts.
  private var encoder: Unmanaged<AnyTypeEncoder>?

  init(place: Int, type: Int, mask: UInt64, isNestedPlace: Bool) {
    self.place = place
    self.type = type
    self.mask = mask
    self.isNestedPlace = isNestedPlace
    unsafe encoder = nil
  }

  /// The end mark after the last key of a layout, which no token, type or place equals.
  static var last: ExpectedKey {
    ExpectedKey(place: -1, type: -1, mask: 0, isNestedPlace: false)
  }

  // Safe: initialised once, and never written to, as no key equals it.
  /// The key that is expected when there is no layout.
  nonisolated(unsafe) static let none: UnsafeMutablePointer<ExpectedKey> = {
    let none = UnsafeMutablePointer<ExpectedKey>.allocate(capacity: 1)
    unsafe none.initialize(to: last)
    return unsafe none
  }()

  /// Calls a closure with the type encoder of a Swift type, or returns nil if the value before was of another type.
  @inline(__always)
  func withEncoder<T, Result>(
    of type: T.Type, _ body: (TypeEncoder<T>) throws -> Result
  ) rethrows -> Result? {
    guard valueType == ObjectIdentifier(type), let encoder = unsafe encoder else { return nil }
    // Safe: it is remembered for this type only, and kept by the graph encoder.
    let known = unsafe Unmanaged<TypeEncoder<T>>.fromOpaque(encoder.toOpaque())
    return try unsafe known._withUnsafeGuaranteedRef { try body($0) }
  }

  /// Remembers the type encoder of a Swift type.
  mutating func remember<T>(_ encoder: TypeEncoder<T>) {
    valueType = ObjectIdentifier(T.self)
    // Safe: see `encoder`.
    unsafe self.encoder = Unmanaged.passUnretained(encoder)
  }

  /// Takes over token and encoder of the same key from an older layout.
  mutating func learn(from older: ExpectedKey) {
    token = older.token
    guard type == older.type else { return }
    objectType = older.objectType
    isOptionalReference = older.isOptionalReference
    valueType = older.valueType
    unsafe encoder = unsafe older.encoder
  }
}
