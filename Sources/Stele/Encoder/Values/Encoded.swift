/// What has been written for a value.
struct Encoded {
  /// The index of its type.
  let type: Int
  /// The entry of a struct or enum, otherwise 0.
  var entry = 0
}

/// Where a value is written.
struct Spot {
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
  var inner: Spot { Spot(cell: cell, depth: depth + 1) }
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
