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
    // The types of which parts are still to come; parts follow in prefix order.
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

  /// Reads a code and the class name that belongs to it.
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

  /// Compiles a descriptor of which all names are known.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - numberOfName: Returns the number of a class name.
  /// - Returns: The index of the type.
  mutating func compile(
    _ descriptor: ArchiveTypeDescriptor, _ numberOfName: (String) -> Int
  ) -> Int {
    var order: [ArchiveTypeDescriptor] = []
    var rest = [descriptor]
    while let type = rest.popLast() {
      order.append(type)
      rest += type.parts.reversed()
    }
    // Parts are compiled before what they are parts of.
    var made: [Int] = []
    for descriptor in order.reversed() {
      let code = descriptor.code
      guard code.rawValue >= TypeCode.optional.rawValue else {
        made.append(Int(code.rawValue))
        continue
      }
      if code.partCount > 0, let first = made.popLast() {
        let second = code.partCount > 1 ? made.popLast() : nil
        made.append(
          append(CompiledType(code, of: (first, type(first)), second.map { ($0, type($0)) })))
      } else {
        made.append(
          append(CompiledType(code, name: descriptor.className.map(numberOfName) ?? 0)))
      }
    }
    return made.last ?? 0
  }

  /// Completes a type whose parts are complete.
  private mutating func complete(_ index: Int) {
    let type = type(index)
    let second = type.second > 0 ? self.type(Int(type.second)) : nil
    let first = self.type(Int(type.first))
    changeType(index) { $0.complete(first, second) }
  }

  /// The memory in bytes of the types from an index on, and of the descriptors that they stand for.
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
      return ArchiveTypeDescriptor(type, name: name(type.name), first: .any, second: .any)
    }
    // The parts of a type are made before it from the last one on.
    var made: [ArchiveTypeDescriptor] = []
    for type in preorder(index).reversed() {
      let first = type.code.partCount > 0 ? made.popLast() ?? .any : .any
      let second = type.code.partCount > 1 ? made.popLast() ?? .any : .any
      made.append(ArchiveTypeDescriptor(type, name: name(type.name), first: first, second: second))
    }
    return made.last ?? .any
  }

  /// A type and all types in it, each before its parts.
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

  /// The number of descriptors that nest in a type, itself included; 1 for the index 0.
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
  func writeDescriptor(_ index: Int, to output: inout ByteWriter) {
    guard type(index).code.rawValue >= TypeCode.optional.rawValue else {
      return output.write(byte: type(index).code.rawValue)
    }
    for type in preorder(index) {
      output.write(byte: type.code.rawValue)
      if type.code.concernsGraph { output.write(number: Int(type.name)) }
    }
  }

  /// The bytes of the descriptor of a type.
  func descriptorBytes(_ index: Int) -> [UInt8] {
    var writer = ByteWriter()
    writeDescriptor(index, to: &writer)
    return writer.bytes
  }
}

extension CompiledType {
  /// The number of the class name in the descriptor itself, or 0.
  package var name: Int32 { code.concernsGraph ? operand : 0 }
}
