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
  /// The last code of a type without parts and class names.
  static let lastSimple = TypeCode.never

  /// The number of descriptors that follow the code.
  package var partCount: Int {
    switch self {
    case .optional, .list, .set: 1
    case .map: 2
    default: 0
    }
  }

  /// Whether a class name follows the code, and metadata must do without it.
  package var concernsGraph: Bool {
    switch self {
    case .ref, .weak, .struct, .enum: true
    default: false
    }
  }
}
