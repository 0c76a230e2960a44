/// A type descriptor, or a descriptor in one.
///
/// Spec §3.1.
struct TypeNode {
  /// The table of type codes.
  enum Code: UInt8 {
    case bool = 0x01
    case int8, int16, int32, int64, int128
    case uint8, uint16, uint32, uint64, uint128
    case float16, float32, float64
    case string, bytes, date, uuid, decimal, any, never
    case optional = 0x20
    case list, set, map
    case ref = 0x30
    case weak, `struct`, `enum`
  }

  let code: Code
  /// The number of the class name after `ref`, `weak`, `struct` and `enum`; 0 is any object.
  var name = 0 as UInt32
  /// The node of the content of an optional, of the elements of a list or set, of the keys of a map.
  var first = 0 as UInt32
  /// The node of the values of a map.
  var second = 0 as UInt32
}

extension TypeNode.Code {
  /// The number of descriptors that follow the code.
  var partCount: Int {
    switch self {
    case .optional, .list, .set: 1
    case .map: 2
    default: 0
    }
  }

  /// Whether the number of a class name follows the code.
  var namesClass: Bool { rawValue >= Self.ref.rawValue }

  /// The size of an element of a packed list (§3.5), for integers wider than 8 bits the largest; nil if lists are not packed.
  var packedSize: Int? {
    switch self {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16, .float16: 2
    case .int32, .uint32, .float32: 4
    case .int64, .uint64, .float64, .date: 8
    case .int128, .uint128, .uuid: 16
    default: nil
    }
  }

  /// Whether a packed list has a width (§3.5).
  var hasPackedWidth: Bool {
    switch self {
    case .int16, .int32, .int64, .int128, .uint16, .uint32, .uint64, .uint128: true
    default: false
    }
  }

  /// Whether an integer has a sign.
  var isSigned: Bool {
    switch self {
    case .int8, .int16, .int32, .int64, .int128: true
    default: false
    }
  }
}
