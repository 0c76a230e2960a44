internal import Stele

/// The nodes of the type descriptors of an archive.
///
/// Spec §3.1.
struct TypeTable {
  /// The kinds of places for descriptors, each of which allows others.
  enum Place {
    case key
    case root
    case metadata
    case anyValue
    case anyValueInMetadata

    var isAnyValue: Bool { self == .anyValue || self == .anyValueInMetadata }
    var isMetadata: Bool { self == .metadata || self == .anyValueInMetadata }
  }

  private(set) var nodes: [TypeNode]
  private let nestingLimit: Int
  /// The nodes that lack children, outermost first.
  private var open: [(node: Int, childCount: Int)] = []

  init(nestingLimit: Int) {
    self.nestingLimit = nestingLimit
    // The types without parts have one node each, whose number is their code.
    nodes = (0...TypeCode.never.rawValue).map { Self.simpleNode(TypeCode(rawValue: $0)) }
  }

  var count: Int { nodes.count }

  subscript(node: Int) -> TypeNode {
    @inline(__always) get { nodes[node] }
  }

  /// Removes the nodes from a number on.
  mutating func truncate(to count: Int) {
    nodes.removeSubrange(count...)
  }

  /// Reads a descriptor and returns its node.
  ///
  /// Rules P1, L1, T1, V14, V13, T2.
  mutating func read(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, place: Place, definedNameCount: Int
  ) throws(Defect) -> Int {
    if cursor.offset < cursor.end, nestingLimit > 0 {
      let byte = bytes[cursor.offset]
      if byte > 0, byte < TypeCode.any.rawValue {
        cursor.offset &+= 1
        return Int(byte)
      }
    }
    open.removeAll(keepingCapacity: true)
    var outermost: Int?
    repeat {
      let offset = cursor.offset
      let byte = try cursor.readByte(bytes)
      guard open.count < nestingLimit else { throw Defect(.descriptorNesting, offset) }
      guard let code = TypeCode(rawValue: byte) else { throw Defect(.unknownType, offset) }
      let namesClass = code.rawValue >= TypeCode.ref.rawValue
      if place.isMetadata, namesClass { throw Defect(.metadataType, offset) }
      if place.isAnyValue, outermost == nil, code == .any { throw Defect(.anyInAny, offset) }
      var nameNumber = 0
      if namesClass {
        let numberOffset = cursor.offset
        nameNumber = try cursor.readNumber(bytes)
        let mayBeAny = code == .ref || code == .weak
        guard nameNumber <= definedNameCount, nameNumber > 0 || mayBeAny else {
          throw Defect(.undefinedName, numberOffset)
        }
      }
      let node = add(code, nameNumber: nameNumber)
      if outermost == nil { outermost = node }
      attach(node, code)
      switch code {
      case .optional, .list, .set: open.append((node, 1))
      case .map: open.append((node, 2))
      default: break
      }
      while let last = open.last, last.childCount == 0 { open.removeLast() }
    } while !open.isEmpty
    return outermost ?? 0
  }

  /// Skips a descriptor that has been read before.
  static func skip(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    var left = 1
    while left > 0 {
      left -= 1
      switch TypeCode(rawValue: try cursor.readByte(bytes)) {
      case .optional, .list, .set: left += 1
      case .map: left += 2
      case .ref, .weak, .struct, .enum: _ = try cursor.readNumber(bytes)
      default: break
      }
    }
  }

  /// Enters a node into its parent, whose layout may depend on it.
  private mutating func attach(_ node: Int, _ code: TypeCode) {
    guard let parent = open.last else { return }
    open[open.count - 1].childCount -= 1
    let index = parent.node
    if nodes[index].layout == .map, parent.childCount == 1 {
      nodes[index].second = UInt32(truncatingIfNeeded: node)
      return
    }
    nodes[index].first = UInt32(truncatingIfNeeded: node)
    let child = nodes[node]
    if nodes[index].layout == .optional, child.layout == .reference {
      nodes[index].layout = .optionalReference
      nodes[index].first = child.first
    }
    guard nodes[index].layout == .list else { return }
    switch child.layout {
    case .bool:
      nodes[index].layout = .packedBools
    case .fixed:
      nodes[index].layout = .packedFixed
      nodes[index].width = child.width
    case .varint:
      nodes[index].layout = .packedIntegers
      nodes[index].width = child.width / 8
      nodes[index].isSigned = child.isSigned
    case .structure, .enumeration:
      nodes[index].layout = .bodies
    default:
      break
    }
  }

  private mutating func add(_ code: TypeCode, nameNumber: Int) -> Int {
    let name = UInt32(truncatingIfNeeded: nameNumber)
    switch code {
    case .optional: nodes.append(TypeNode(layout: .optional))
    case .list: nodes.append(TypeNode(layout: .list))
    case .set: nodes.append(TypeNode(layout: .set))
    case .map: nodes.append(TypeNode(layout: .map))
    case .ref: nodes.append(TypeNode(layout: .reference, first: name))
    case .weak: nodes.append(TypeNode(layout: .weak, first: name))
    case .struct: nodes.append(TypeNode(layout: .structure, first: name))
    case .enum: nodes.append(TypeNode(layout: .enumeration, first: name))
    default: return Int(code.rawValue)
    }
    return nodes.count - 1
  }

  private static func simpleNode(_ code: TypeCode?) -> TypeNode {
    switch code {
    case .bool: TypeNode(layout: .bool)
    case .int8, .uint8: TypeNode(layout: .fixed, width: 1)
    case .int16: TypeNode(layout: .varint, width: 16, isSigned: true)
    case .int32: TypeNode(layout: .varint, width: 32, isSigned: true)
    case .int64: TypeNode(layout: .varint, width: 64, isSigned: true)
    case .int128: TypeNode(layout: .varint, width: 128, isSigned: true)
    case .uint16: TypeNode(layout: .varint, width: 16)
    case .uint32: TypeNode(layout: .varint, width: 32)
    case .uint64: TypeNode(layout: .varint, width: 64)
    case .uint128: TypeNode(layout: .varint, width: 128)
    case .float16: TypeNode(layout: .fixed, width: 2)
    case .float32: TypeNode(layout: .fixed, width: 4)
    case .float64, .date: TypeNode(layout: .fixed, width: 8)
    case .uuid: TypeNode(layout: .fixed, width: 16)
    case .string: TypeNode(layout: .string)
    case .bytes: TypeNode(layout: .bytes)
    case .decimal: TypeNode(layout: .decimal)
    case .never: TypeNode(layout: .never)
    default: TypeNode(layout: .any)
    }
  }
}
