/// How the bytes of a value are laid out, as far as a verifier has to tell them apart.
///
/// Spec §3.
enum ValueShape: UInt8 {
  case bool
  /// A number of bytes of which all values are allowed: 8-bit integers, floats, date, uuid.
  case fixed
  case varint
  case string
  case bytes
  case decimal
  case reference
  /// An optional of a reference is a reference that may be 0.
  case optionalReference
  case weak
  case any
  case optional
  case structure
  case enumeration
  /// The packed lists: of bool, of integers wider than 8 bits, of everything of fixed size.
  case packedBools
  case packedIntegers
  case packedFixed
  /// A list of structs or enums, uniform or mixed.
  case bodies
  /// A plain list.
  case list
  case set
  case map

  /// Whether a value is a number of an object or slot, which the nesting of values does not count.
  var isReference: Bool { self == .reference || self == .optionalReference || self == .weak }
}

/// A type descriptor or a part of one.
struct TypeNode {
  var shape: ValueShape
  /// Bytes of a fixed value and of an element of a packed list of them; bits of a varint; bytes of
  /// the widest element of a packed list of integers.
  var width: UInt8 = 0
  var isSigned = false
  /// The node of the element, key or content; the name number of a reference, struct or enum.
  var first: UInt32 = 0
  /// The node of the value of a map.
  var second: UInt32 = 0
}

/// What is to be done for one stored key of a body.
struct KeyOperation {
  var shape: ValueShape
  var width: UInt8
  var isOptional: Bool
  /// The node of the type.
  var type: UInt32
  /// The name number of a reference.
  var className: UInt32
  /// The number of the key in ``ClassTable/keyNameOffsets``.
  var key: UInt32
}
