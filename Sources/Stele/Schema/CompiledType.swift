/// A type descriptor made ready for coding: what its values consist of, without boxes and strings.
///
/// The parts of a type stand in the same array, ``CompiledSchema/types``, and are found by their indices. A scalar
/// type stands at the index that is its code, so equal scalar types have equal indices.
///
/// Spec §3.1.
package struct CompiledType: BitwiseCopyable, Hashable, Sendable {
  /// How a value of the type is laid out, and so how it is validated, skipped and read.
  package enum Operation: UInt8, BitwiseCopyable, Sendable {
    // These have no depth of their own (spec §3.2).
    case reference
    case optionalReference
    case weakReference
    // These contain no other values.
    /// A byte 0 or 1.
    case flag
    /// Some bytes of which any are a value; the operand is their number.
    case fixed
    /// A varint; the operand is its width in bits, at most 64.
    case varint
    /// A varint of 128 bits.
    case longVarint
    case string
    case bytes
    case decimal
    /// A packed list; the operand is the code of the elements.
    case packedList
    /// No value is valid.
    case never
    // These contain other values, but need nobody to keep their place.
    /// An optional of one of the above, but for references.
    case optionalLeaf
    /// A list of what contains no other values, packed lists apart.
    case leafList
    // These contain values that may contain others.
    case optional
    case any
    case list
    /// A list of structs or enums, uniform or mixed.
    case structureList
    case set
    case map
    case structure
    case enumeration

    /// Whether a value counts as nested (spec §3.2).
    @inline(__always)
    package var countsAsNested: Bool { rawValue > Operation.weakReference.rawValue }

    /// Whether a value contains no others.
    @inline(__always)
    package var isLeaf: Bool { rawValue <= Operation.never.rawValue }
  }

  /// The code that begins the descriptor.
  package let code: TypeCode
  /// How a value is laid out.
  package internal(set) var operation: Operation
  /// Whether a value can contain a reference, a struct, an enum or an `any` value.
  package internal(set) var concernsGraph: Bool
  /// What the operation needs to know: a size in bytes, a width in bits, the number of a class name, or a type code.
  package internal(set) var operand: Int32
  /// The index of the type inside an optional, list or set, or of that of the keys of a map; 0 in other types.
  package internal(set) var first: Int32 = 0
  /// The index of the type of the values of a map; 0 in other types.
  package internal(set) var second: Int32 = 0

  /// Makes a type whose parts are not known yet.
  ///
  /// - Parameters:
  ///   - code: The code of the type.
  ///   - name: The number of the class name in the descriptor, or 0.
  init(_ code: TypeCode, name: Int = 0) {
    self.code = code
    operand = Int32(truncatingIfNeeded: name)
    concernsGraph = code == .any || code.concernsGraph
    switch code {
    case .bool: operation = .flag
    case .int8, .uint8, .float16, .float32, .float64, .date, .uuid: operation = .fixed
    case .int16, .int32, .int64, .uint16, .uint32, .uint64: operation = .varint
    case .int128, .uint128: operation = .longVarint
    case .string: operation = .string
    case .bytes: operation = .bytes
    case .decimal: operation = .decimal
    case .any: operation = .any
    case .never: operation = .never
    case .optional: operation = .optional
    case .list: operation = .list
    case .set: operation = .set
    case .map: operation = .map
    case .ref: operation = .reference
    case .weak: operation = .weakReference
    case .struct: operation = .structure
    case .enum: operation = .enumeration
    }
    switch operation {
    case .fixed: operand = Int32(code.scalarLayout?.byteCount ?? 0)
    case .varint: operand = Int32(code.scalarLayout?.byteCount ?? 0) * 8
    default: break
    }
  }

  /// Makes a type of one or two parts, each with its index.
  init(
    _ code: TypeCode, of first: (index: Int, type: CompiledType),
    _ second: (index: Int, type: CompiledType)? = nil
  ) {
    self.init(code)
    self.first = Int32(truncatingIfNeeded: first.index)
    self.second = Int32(truncatingIfNeeded: second?.index ?? 0)
    complete(first.type, second?.type)
  }

  /// Completes a type with its parts, and chooses the operation that depends on them.
  mutating func complete(_ firstPart: CompiledType, _ secondPart: CompiledType? = nil) {
    concernsGraph = firstPart.concernsGraph || secondPart?.concernsGraph == true
    switch (code, firstPart.operation) {
    case (.optional, .reference):
      operation = .optionalReference
      operand = firstPart.operand
    case (.optional, let part) where part.countsAsNested && part.isLeaf: operation = .optionalLeaf
    case (.list, .structure), (.list, .enumeration): operation = .structureList
    case (.list, _) where firstPart.code.scalarLayout != nil:
      operation = .packedList
      operand = Int32(firstPart.code.rawValue)
    case (.list, let part) where part.isLeaf && part != .packedList: operation = .leafList
    default: break
    }
  }

  /// Whether values are references: those of the types `ref`, `optional ref` and `weak`.
  @inline(__always)
  package var isReference: Bool { !operation.countsAsNested }

  /// The size in bytes of every value, if any bytes of that size are a value; otherwise nil.
  @inline(__always)
  var fixedByteCount: Int? { operation == .fixed ? Int(operand) : nil }
}
