/// A type descriptor made ready for coding, without boxes and strings.
///
/// The parts of a type are in the same array, ``CompiledSchema/types``, and are found by their indices. The index of a
/// scalar type is its code, so equal scalar types have equal indices.
///
/// Spec §3.1.
package struct CompiledType: BitwiseCopyable, Hashable, Sendable {
  /// The layout of values of a type, which decides how they are validated, skipped and read.
  package enum Operation: UInt8, BitwiseCopyable, Sendable {
    // References do not count as nested (spec §3.2).
    case reference
    case optionalReference
    case weakReference
    // Values that contain no others:
    /// A byte 0 or 1.
    case flag
    /// Bytes that are all valid; the operand is their number.
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
    // Values that contain others, and need no stack frame:
    /// An optional of one of the above, except references.
    case optionalLeaf
    /// A list of values that contain no others, except packed lists.
    case leafList
    // Values whose parts may contain others:
    case optional
    case any
    case list
    /// A list of structs or enums, uniform or mixed.
    case structureList
    case set
    case map
    case `struct`
    case `enum`

    /// Whether a value counts as nested (spec §3.2).
    @inline(__always)
    package var countsAsNested: Bool { rawValue > Operation.weakReference.rawValue }

    /// Whether a value contains no others.
    @inline(__always)
    package var isLeaf: Bool { rawValue <= Operation.never.rawValue }
  }

  /// The code that begins the descriptor.
  package let code: TypeCode
  /// The layout of values.
  package internal(set) var operation: Operation
  /// Whether a value can contain a reference, a struct, an enum or an `any` value.
  package internal(set) var concernsGraph: Bool
  /// The argument of the operation: a size in bytes, a width in bits, the number of a class name, or a type code.
  package internal(set) var operand: Int32
  /// The index of the type inside an optional, list or set, or of the type of the keys of a map; 0 in other types.
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
    case .struct: operation = .struct
    case .enum: operation = .enum
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

  /// Completes a type by its parts, and chooses the operation that depends on them.
  mutating func complete(_ firstPart: CompiledType, _ secondPart: CompiledType? = nil) {
    concernsGraph = firstPart.concernsGraph || secondPart?.concernsGraph == true
    switch (code, firstPart.operation) {
    case (.optional, .reference):
      operation = .optionalReference
      operand = firstPart.operand
    case (.optional, let part) where part.countsAsNested && part.isLeaf: operation = .optionalLeaf
    case (.list, .struct), (.list, .enum): operation = .structureList
    case (.list, _) where firstPart.code.scalarLayout != nil:
      operation = .packedList
      operand = Int32(firstPart.code.rawValue)
    case (.list, let part) where part.isLeaf && part != .packedList: operation = .leafList
    default: break
    }
  }

  /// Whether the type is `ref`, `optional ref` or `weak`.
  @inline(__always)
  package var isReference: Bool { !operation.countsAsNested }

  /// The size in bytes of every value, if any bytes of that size are valid; otherwise nil.
  @inline(__always)
  var fixedByteCount: Int? { operation == .fixed ? Int(operand) : nil }
}

extension CompiledSchema {
  /// Reads and compiles a type descriptor, without recursion: T1, T2, L1, and V14 in metadata.
  ///
  /// Spec §3.1.
  ///
  /// - Parameters:
  ///   - input: The descriptor.
  ///   - nameCount: The number of class names that have been defined so far.
  ///   - limits: The reader's limits.
  ///   - isMetadata: Whether the descriptor stands in metadata.
  /// - Returns: The index of the type.
  /// - Throws: The rule that is broken.
  mutating func readType(
    _ input: inout ByteCursor, nameCount: Int, limits: ArchiveLimits, isMetadata: Bool = false
  ) throws(ArchiveError) -> Int {
    var type = try Self.readCode(
      &input, depth: 1, nameCount: nameCount, limits: limits, isMetadata: isMetadata)
    if type.code.rawValue < TypeCode.optional.rawValue { return Int(type.code.rawValue) }
    let start = append(type)
    guard type.code.partCount > 0 else { return start }
    // The types whose parts are incomplete; parts follow in prefix order.
    var open = [(index: start, missing: type.code.partCount)]
    while let outer = open.last {
      guard outer.missing > 0 else {
        complete(outer.index)
        open.removeLast()
        continue
      }
      type = try Self.readCode(
        &input, depth: open.count + 1, nameCount: nameCount, limits: limits,
        isMetadata: isMetadata)
      guard typeCount < Int(Int32.max) else { throw ArchiveError(.memory, at: input.offset) }
      let isScalar = type.code.rawValue < TypeCode.optional.rawValue
      let index = Int32(
        truncatingIfNeeded: isScalar ? Int(type.code.rawValue) : append(type))
      changeType(outer.index) { type in
        // The part of a map that comes last is the second.
        if outer.missing == type.code.partCount { type.first = index } else { type.second = index }
      }
      open[open.count - 1].missing -= 1
      if type.code.partCount > 0 { open.append((Int(index), type.code.partCount)) }
    }
    return start
  }

  /// Reads a code, and the number of its class name if it has one.
  private static func readCode(
    _ input: inout ByteCursor, depth: Int, nameCount: Int, limits: ArchiveLimits, isMetadata: Bool
  ) throws(ArchiveError) -> CompiledType {
    let codeOffset = input.offset
    let byte = try input.readByte()
    guard depth <= limits.descriptorNesting else {
      throw ArchiveError(.descriptorNesting, at: codeOffset)
    }
    guard let code = TypeCode(rawValue: byte) else {
      throw ArchiveError(.unknownType, at: codeOffset)
    }
    guard code.concernsGraph else { return CompiledType(code) }
    guard !isMetadata else { throw ArchiveError(.metadataType, at: codeOffset) }
    let nameOffset = input.offset
    let name = try input.readNumber()
    guard name <= nameCount, name > 0 || code == .ref || code == .weak else {
      throw ArchiveError(.undefinedName, at: nameOffset)
    }
    return CompiledType(code, name: name)
  }

  /// Completes a type whose parts are complete.
  private mutating func complete(_ index: Int) {
    let type = type(index)
    let second = type.second > 0 ? self.type(Int(type.second)) : nil
    let first = self.type(Int(type.first))
    changeType(index) { $0.complete(first, second) }
  }

  /// The memory in bytes of the types from an index on, and of their descriptors.
  func typeByteCount(from index: Int) -> Int {
    var byteCount = 0
    for index in min(index, typeCount)..<typeCount {
      let type = type(index)
      // The list of types grows by doubling.
      byteCount += 2 * MemoryLayout<CompiledType>.stride
      if type.code.partCount > 0 || type.code.concernsGraph {
        byteCount += ArchiveTypeDescriptor.largestByteCount
      }
    }
    return byteCount
  }

  /// The descriptor that a type was compiled from.
  package func descriptor(_ index: Int) -> ArchiveTypeDescriptor {
    let type = type(index)
    guard type.code.partCount > 0 else {
      return ArchiveTypeDescriptor(type.code, name: name(type.name))
    }
    // The parts of a type are made before it, the last one first.
    var made: [ArchiveTypeDescriptor] = []
    for type in preorder(index).reversed() {
      let first = type.code.partCount > 0 ? made.popLast() ?? .any : .any
      let second = type.code.partCount > 1 ? made.popLast() ?? .any : .any
      made.append(
        ArchiveTypeDescriptor(type.code, name: name(type.name), first: first, second: second))
    }
    return made.last ?? .any
  }

  /// Returns a type and all types in it, each before its parts.
  private func preorder(_ index: Int) -> [CompiledType] {
    var order: [CompiledType] = []
    var rest = [type(index)]
    while let type = rest.popLast() {
      order.append(type)
      if type.second > 0 { rest.append(self.type(Int(type.second))) }
      if type.first > 0 { rest.append(self.type(Int(type.first))) }
    }
    return order
  }

  /// The number of descriptors that nest in a type, including itself; 1 for the index 0.
  func depth(_ index: Int) -> Int {
    var deepest = 0
    var rest = [(index: index, depth: 1)]
    while let (index, depth) = rest.popLast() {
      deepest = max(deepest, depth)
      let type = type(index)
      if type.first > 0 { rest.append((Int(type.first), depth + 1)) }
      if type.second > 0 { rest.append((Int(type.second), depth + 1)) }
    }
    return deepest
  }

  /// Whether rule V14 bars a type from metadata.
  func isBarredFromMetadata(_ index: Int) -> Bool {
    preorder(index).contains { $0.code.concernsGraph }
  }

  /// Writes the descriptor of a type.
  ///
  /// Spec §3.1.
  package func writeDescriptor(_ index: Int, to output: inout ByteWriter) {
    let type = type(index)
    guard type.code.partCount > 0 else { return write(type, to: &output) }
    for type in preorder(index) { write(type, to: &output) }
  }

  private func write(_ type: CompiledType, to output: inout ByteWriter) {
    output.write(byte: type.code.rawValue)
    if type.code.concernsGraph { output.write(number: Int(type.name)) }
  }

  /// The bytes of the descriptor of a type.
  package func descriptorBytes(_ index: Int) -> [UInt8] {
    var writer = ByteWriter()
    writeDescriptor(index, to: &writer)
    return writer.bytes
  }
}

extension CompiledType {
  /// The number of the class name in the descriptor itself, or 0.
  package var name: Int32 { code.concernsGraph ? operand : 0 }
}
