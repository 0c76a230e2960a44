/// The encoder of the values of a Swift type.
///
/// That of a class writes references; a ``ClassEncoder`` writes the records.
class TypeEncoder<T>: AnyTypeEncoder {
  func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    Encoded(type: ClassTableWriter.never)
  }

  /// Writes the keys of a value into the enclosing value; only called for types with that role.
  func encodeKeys(of value: T, level: Int, into cell: ValueCell) throws {}
}

/// The encoder of values that contain no others, whose bytes a closure writes.
final class LeafEncoder<T>: TypeEncoder<T> {
  private let write: (borrowing T, ValueCell) throws -> Void

  init(type: Int, write: @escaping (borrowing T, ValueCell) throws -> Void) {
    self.write = write
    super.init(exact: type)
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    try write(value, context.cell)
    return Encoded(type: exactType)
  }
}

/// The type and entry of a value that has been written.
struct Encoded {
  /// The index of the type.
  let type: Int
  /// The entry of a struct or enum, otherwise 0.
  var entry = 0
}

/// The surroundings of a value: where in the archive and in which list it is written.
struct ValueContext {
  /// The enclosing value.
  let cell: ValueCell
  let depth: Int
  /// The list whose header may hold the entry number of a struct or enum that is written here.
  var list: ValueCell?

  var session: EncodingSession { cell.session }

  @inline(__always)
  var buffer: OutputBuffer { cell.buffer }

  /// The context of the content of an optional.
  var inner: ValueContext { ValueContext(cell: cell, depth: depth + 1) }
}

/// A type with its own type encoder, which is used instead of its `Encodable` conformance.
protocol TypeEncoderMaking: Encodable {
  /// Makes the encoder of the type, a `TypeEncoder<Self>`.
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder
}

extension EncodingSession {
  /// Returns the encoder of a Swift type, which is made once.
  func encoder<T: Encodable>(of type: T.Type) throws -> TypeEncoder<T> {
    // Safe: the session has it for the type.
    unsafe unsafeDowncast(try anyEncoder(of: type), to: TypeEncoder<T>.self)
  }
}

extension ExpectedKey {
  /// Calls a closure with the type encoder of a Swift type, or returns nil if the previous value was of another type.
  @inline(__always)
  func withEncoder<T, Result>(
    of type: T.Type, _ body: (TypeEncoder<T>) throws -> Result
  ) rethrows -> Result? {
    guard valueType == ObjectIdentifier(type), let encoder = unsafe encoder else { return nil }
    // Safe: it is remembered for this type only, and kept by the session.
    let known = unsafe Unmanaged<TypeEncoder<T>>.fromOpaque(encoder.toOpaque())
    return try unsafe known._withUnsafeGuaranteedRef { try body($0) }
  }
}

/// Lends a value in its place in memory, without a copy.
// Safe: the caller has a value there, which stays until the closure returns.
@unsafe
@inline(__always)
func withValue<T: ~Copyable, Result>(
  at value: UnsafePointer<T>, _ body: (borrowing T) throws -> Result
) rethrows -> Result {
  // Safe: the caller has a value there. One whose type may not be copyable is borrowed, not copied.
  try unsafe body(value.pointee)
}

/// Lends the content of an optional, without a copy, which would need the metadata of the optional type; returns nil if there is none.
@inline(__always)
func withContent<T: ~Copyable, Result>(
  of value: borrowing T?, _ body: (borrowing T) throws -> Result
) rethrows -> Result? {
  switch value {
  case .some(let content): try body(content)
  case .none: nil
  }
}
