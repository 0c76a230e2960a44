/// How the bytes of a value are laid out.
///
/// Spec §3.
enum ValueLayout: UInt8 {
  // Values without parts.
  case bool
  /// A number of bytes, all of whose values are valid: 8-bit integers, floats, date, uuid.
  case fixed
  case varint
  case string
  case bytes
  case decimal
  /// No bytes are a value.
  case never
  case reference
  /// An optional of a reference is a reference that may be 0.
  case optionalReference
  case weak

  // Packed lists: of bool, of integers wider than 8 bits, of everything of fixed size.
  case packedBools
  case packedIntegers
  case packedFixed

  // Values with parts that are values.
  case any
  case optional
  case structure
  case enumeration
  /// A list of structs or enums, uniform or mixed.
  case bodies
  /// A plain list.
  case list
  case set
  case map

  /// Whether a value has no parts.
  @inline(__always)
  var isLeaf: Bool { rawValue <= Self.weak.rawValue }
  /// Whether a value is the number of an object or slot, to which L2 does not apply.
  @inline(__always)
  var isReference: Bool {
    rawValue >= Self.reference.rawValue && rawValue <= Self.weak.rawValue
  }
}

/// A type descriptor or a part of one.
struct TypeNode {
  var layout: ValueLayout
  /// The bytes of a fixed value or of an element of a packed list of them; the bits of a varint; the bytes of the widest
  /// element of a packed list of integers.
  var width: UInt8 = 0
  var isSigned = false
  /// The node of the element, key or content; the name number of a reference, struct or enum.
  var first: UInt32 = 0
  /// The node of the value of a map.
  var second: UInt32 = 0
}
