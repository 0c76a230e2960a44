/// The code that begins a type descriptor.
///
/// Spec §3.1.
package enum TypeCode: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case bool = 0x01
  case int8 = 0x02
  case int16 = 0x03
  case int32 = 0x04
  case int64 = 0x05
  case int128 = 0x06
  case uint8 = 0x07
  case uint16 = 0x08
  case uint32 = 0x09
  case uint64 = 0x0A
  case uint128 = 0x0B
  case float16 = 0x0C
  case float32 = 0x0D
  case float64 = 0x0E
  case string = 0x0F
  case bytes = 0x10
  case date = 0x11
  case uuid = 0x12
  case decimal = 0x13
  case any = 0x14
  case never = 0x15
  case optional = 0x20
  case list = 0x21
  case set = 0x22
  case map = 0x23
  case ref = 0x30
  case weak = 0x31
  case `struct` = 0x32
  case `enum` = 0x33
}

extension TypeCode {
  /// The last code of a type that has neither parts nor a class name.
  static let lastSimple = TypeCode.never

  /// The number of descriptors that follow the code.
  package var partCount: Int {
    switch self {
    case .optional, .list, .set: 1
    case .map: 2
    default: 0
    }
  }

  /// Whether a class name follows the code; such types are not allowed in metadata.
  package var concernsGraph: Bool {
    switch self {
    case .ref, .weak, .struct, .enum: true
    default: false
    }
  }
}

/// The layout of a scalar, alone and in packed lists.
///
/// Spec §3.1, §3.5.
package enum ScalarLayout: Hashable, Sendable {
  /// A bool: one byte.
  case bool
  /// A signed integer of a width in bits.
  case signed(width: Int)
  /// An unsigned integer of a width in bits.
  case unsigned(width: Int)
  /// A float or date of a size in bytes.
  case float(byteCount: Int)
  /// A uuid: 16 bytes.
  case uuid

  /// The number of bytes of the type, which is the largest width of an element in a packed list.
  package var byteCount: Int {
    switch self {
    case .bool: 1
    case .signed(let width), .unsigned(let width): width / 8
    case .float(let byteCount): byteCount
    case .uuid: 16
    }
  }

  /// Whether a packed list begins with the width of its elements.
  package var hasPackedWidth: Bool {
    switch self {
    case .signed(let width), .unsigned(let width): width > 8
    default: false
    }
  }
}

extension TypeCode {
  /// The layout of the type if lists of it are packed; otherwise nil.
  package var scalarLayout: ScalarLayout? {
    switch self {
    case .bool: .bool
    case .int8: .signed(width: 8)
    case .int16: .signed(width: 16)
    case .int32: .signed(width: 32)
    case .int64: .signed(width: 64)
    case .int128: .signed(width: 128)
    case .uint8: .unsigned(width: 8)
    case .uint16: .unsigned(width: 16)
    case .uint32: .unsigned(width: 32)
    case .uint64: .unsigned(width: 64)
    case .uint128: .unsigned(width: 128)
    case .float16: .float(byteCount: 2)
    case .float32: .float(byteCount: 4)
    case .float64, .date: .float(byteCount: 8)
    case .uuid: .uuid
    default: nil
    }
  }

  /// The size in bytes of every value, if all bytes are valid and packed lists have them unchanged; otherwise nil.
  package var fixedByteCount: Int? { CompiledType(self).fixedByteCount }
}

extension ScalarLayout {
  /// Returns the least width of packed integers, in bytes, that holds a number of bits.
  ///
  /// Spec §3.5.
  static func packedWidth(bitCount: Int) -> Int {
    switch bitCount {
    case ...8: 1
    case ...16: 2
    case ...32: 4
    case ...64: 8
    default: 16
    }
  }
}
