/// How the values of one Swift type are written; there is one for each type, made when the type occurs first.
class AnyTypeEncoder {
  /// The index of the type in archives, if all values are of it.
  final let exact: Int?

  init(exact: Int?) { self.exact = exact }

  /// The index of the type of places without a value: what the Swift type tells for certain, and `never` elsewhere.
  func knownType(_ graph: GraphEncoder) throws -> Int { exact ?? TypeTable.never }
}

/// How the values of a Swift type are written.
class TypeEncoder<T>: AnyTypeEncoder {
  /// Writes a value.
  func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    Encoded(type: TypeTable.never)
  }
}

/// Lends a value where it stands in memory, without a copy.
// Safe: the caller has a value there, which stays until the closure returns.
@unsafe
@inline(__always)
func withValue<T: ~Copyable, Result>(
  at value: UnsafePointer<T>, _ body: (borrowing T) throws -> Result
) rethrows -> Result {
  // Safe: see above. A type that may not be copyable is not copied.
  try unsafe body(value.pointee)
}

/// A type that has a type encoder of its own.
protocol TypeEncoderMaking: Encodable {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self>
}

extension TypeEncoder where T: Encodable {
  /// Makes the encoder of the type.
  static func make(_ graph: GraphEncoder) throws -> TypeEncoder<T> {
    let made: AnyTypeEncoder =
      if let maker = T.self as? any TypeEncoderMaking.Type {
        try maker.make(graph)
      } else if T.self is AnyClass {
        try ReferenceEncoder<T>(graph)
      } else if let native = T.self as? any ArchiveScalarConvertible.Type {
        try native.makeNativeEncoder(graph)
      } else if let packed = try graph.options.makePackedEncoder(T.self, graph) {
        packed
      } else if let fields = T.self as? any FieldEncodable.Type {
        try fields.makeFieldsEncoder(graph)
      } else {
        try CodableEncoder<T>(graph)
      }
    // Safe: each of them is made for the type.
    return unsafe unsafeDowncast(made, to: TypeEncoder<T>.self)
  }
}

extension TypeEncoderMaking {
  fileprivate static func make(_ graph: GraphEncoder) throws -> AnyTypeEncoder {
    try makeTypeEncoder(graph)
  }
}

extension ArchiveScalarConvertible {
  fileprivate static func makeNativeEncoder(_ graph: GraphEncoder) throws -> AnyTypeEncoder {
    try NativeEncoder<Self>(graph)
  }
}

extension FieldEncodable {
  fileprivate static func makeFieldsEncoder(_ graph: GraphEncoder) throws -> AnyTypeEncoder {
    try FieldsEncoder<Self>(graph)
  }
}

/// What has been written for a value.
struct Encoded {
  /// The index of its type.
  let type: Int
  /// The entry of a struct or enum, otherwise 0.
  var entry = 0
}

/// Where a value is written.
struct ValueContext {
  /// The value that this one stands in.
  let cell: ValueCell
  /// How deep the value nests.
  let depth: Int
  /// The list whose header may have the entry number of a struct or enum that is written here.
  var list: ValueCell?
  /// Whether a struct or enum leaves its entry number out.
  var omitsEntry = false

  /// The graph encoder.
  var graph: GraphEncoder { cell.encoder.graph }

  /// Where the value is written.
  @inline(__always)
  var buffer: OutputBuffer { cell.buffer }

  /// The place of the content of an optional.
  var inner: ValueContext { ValueContext(cell: cell, depth: depth + 1) }
}

extension TypeCode {
  /// Whether a value of the type, or one in it that is optional or `any`, can have keys.
  var mayHaveKeys: Bool {
    switch self {
    case .struct, .enum, .map, .any, .optional: true
    default: false
    }
  }

  /// The index of a scalar type in every schema.
  var typeIndex: Int { Int(rawValue) }
}
