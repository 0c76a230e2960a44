/// A type descriptor as an examination of values needs it: without boxes and strings.
///
/// Spec §3.1.
package struct TypeForm: BitwiseCopyable, Sendable {
  /// How values are examined.
  enum Action: UInt8 {
    // These do not count as nested.
    case reference
    case optionalReference
    case weakReference
    // These contain no other values.
    case flag
    case fixed
    case varint
    case longVarint
    case string
    case bytes
    case decimal
    // These do.
    case packedList
    case optional
    case any
    case list
    case structList
    case set
    case map
    case structure
    case enumeration

    /// Whether a value that stands at a depth has to be examined for it.
    @inline(__always) var countsAsNested: Bool { rawValue > Action.weakReference.rawValue }

    /// Whether values contain no other values.
    @inline(__always) var isLeaf: Bool { rawValue <= Action.decimal.rawValue }
  }

  /// The code of the type.
  let code: TypeCode
  /// How values are examined.
  var action: Action
  /// What the action needs to know: the number of bytes of a value of fixed size, the width of an integer in bits,
  /// or the number of a class name.
  var operand: Int
  /// Where the form of the first part stands, if the type has parts.
  let first: Int
  /// Where the form of the value of a map stands.
  var second = 0

  init(_ code: TypeCode, name: Int, first: Int) {
    self.code = code
    self.first = first
    operand = name
    switch code {
    case .bool: action = .flag
    case .int8, .uint8, .float16, .float32, .float64, .date, .uuid: action = .fixed
    case .int16, .int32, .int64, .uint16, .uint32, .uint64: action = .varint
    case .int128, .uint128: action = .longVarint
    case .string: action = .string
    case .bytes: action = .bytes
    case .decimal: action = .decimal
    case .any: action = .any
    case .optional: action = .optional
    case .list: action = .list
    case .set: action = .set
    case .map: action = .map
    case .ref: action = .reference
    case .weak: action = .weakReference
    case .struct: action = .structure
    case .enum: action = .enumeration
    }
    switch action {
    case .fixed: operand = code.scalarLayout?.byteCount ?? 0
    case .varint: operand = (code.scalarLayout?.byteCount ?? 0) * 8
    default: break
    }
  }
}
