internal import Stele

/// The nodes of the type descriptors of an archive.
///
/// Spec §3.1.
struct TypeTable {
  private(set) var nodes: [TypeNode]
  private let nestingLimit: Int

  init(nestingLimit: Int) {
    self.nestingLimit = nestingLimit
    // A type of one byte has one node, whose number is its code.
    nodes = (0...TypeNode.Code.never.rawValue).map {
      TypeNode(code: TypeNode.Code(rawValue: $0) ?? .never)
    }
  }

  subscript(node: UInt32) -> TypeNode {
    @inline(__always) get { nodes[Int(truncatingIfNeeded: node)] }
  }

  /// Removes the nodes from a number on.
  mutating func truncate(to count: Int) { nodes.removeSubrange(count...) }

  /// Reads a descriptor, and returns its node: P1, L1, T1, V13 of an `any` value, V14 in metadata, T2.
  mutating func read(
    _ cursor: inout Cursor, ofAnyValue: Bool = false, inMetadata: Bool = false,
    definedNameCount: Int
  ) throws(Defect) -> UInt32 {
    var outermost: UInt32?
    // The nodes around the next one, outermost first.
    var open: [(node: UInt32, missingPartCount: Int)] = []
    repeat {
      let offset = cursor.offset
      let byte = try cursor.readByte()
      guard open.count < nestingLimit else { throw Defect(.descriptorNesting, offset) }
      guard let code = TypeNode.Code(rawValue: byte) else { throw Defect(.unknownType, offset) }
      if ofAnyValue, outermost == nil, code == .any { throw Defect(.anyInAny, offset) }
      if inMetadata, code.namesClass { throw Defect(.metadataType, offset) }
      let name = code.namesClass ? try Self.readName(&cursor, after: code, definedNameCount) : 0
      let node = add(code, name: name)
      outermost = outermost ?? node
      if let parent = open.indices.last {
        attach(node, to: open[parent].node)
        open[parent].missingPartCount -= 1
      }
      if code.partCount > 0 { open.append((node, code.partCount)) }
      while open.last?.missingPartCount == 0 { open.removeLast() }
    } while !open.isEmpty
    return outermost ?? 0
  }

  /// The number of a class name: P1, P3, P4, T2.
  private static func readName(
    _ cursor: inout Cursor, after code: TypeNode.Code, _ definedNameCount: Int
  ) throws(Defect) -> UInt32 {
    let offset = cursor.offset
    let number = try cursor.readNumber()
    let isAnyObject = number == 0 && (code == .ref || code == .weak)
    guard isAnyObject || number > 0 && number <= definedNameCount else {
      throw Defect(.undefinedName, offset)
    }
    return UInt32(clamping: number)
  }

  private mutating func add(_ code: TypeNode.Code, name: UInt32) -> UInt32 {
    guard code.partCount > 0 || code.namesClass else { return UInt32(code.rawValue) }
    nodes.append(TypeNode(code: code, name: name))
    return UInt32(clamping: nodes.count - 1)
  }

  /// Makes a node the next part of another one.
  private mutating func attach(_ node: UInt32, to parent: UInt32) {
    let index = Int(parent)
    // No part is node 0, which is no type.
    if nodes[index].first == 0 { nodes[index].first = node } else { nodes[index].second = node }
  }
}
