internal import Stele

/// The type descriptors of an archive, taken apart.
///
/// Spec §3.1.
struct TypeTable {
  /// What a descriptor may contain at the place where it stands.
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
  /// The nodes that still need children, outermost first.
  private var open: [(node: Int, childCount: Int)] = []

  init(nestingLimit: Int) {
    self.nestingLimit = nestingLimit
    // The types without parts are nodes of their own, numbered by their codes.
    nodes = (0...TypeCode.any.rawValue).map { Self.simpleNode(TypeCode(rawValue: $0)) }
  }

  var count: Int { nodes.count }

  subscript(node: Int) -> TypeNode {
    @inline(__always) get { nodes[node] }
  }

  /// Forgets the descriptors that were read since there were a number of nodes.
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

  /// Passes over a descriptor that has been read before.
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

  /// Enters a node into the one that contains it, which may be laid out differently because of it.
  private mutating func attach(_ node: Int, _ code: TypeCode) {
    guard let parent = open.last else { return }
    open[open.count - 1].childCount -= 1
    let index = parent.node
    if nodes[index].shape == .map, parent.childCount == 1 {
      nodes[index].second = UInt32(truncatingIfNeeded: node)
      return
    }
    nodes[index].first = UInt32(truncatingIfNeeded: node)
    let child = nodes[node]
    if nodes[index].shape == .optional, child.shape == .reference {
      nodes[index].shape = .optionalReference
      nodes[index].first = child.first
    }
    guard nodes[index].shape == .list else { return }
    switch child.shape {
    case .bool:
      nodes[index].shape = .packedBools
    case .fixed:
      nodes[index].shape = .packedFixed
      nodes[index].width = child.width
    case .varint:
      nodes[index].shape = .packedIntegers
      nodes[index].width = child.width / 8
      nodes[index].isSigned = child.isSigned
    case .structure, .enumeration:
      nodes[index].shape = .bodies
    default:
      break
    }
  }

  private mutating func add(_ code: TypeCode, nameNumber: Int) -> Int {
    let name = UInt32(truncatingIfNeeded: nameNumber)
    switch code {
    case .optional: nodes.append(TypeNode(shape: .optional))
    case .list: nodes.append(TypeNode(shape: .list))
    case .set: nodes.append(TypeNode(shape: .set))
    case .map: nodes.append(TypeNode(shape: .map))
    case .ref: nodes.append(TypeNode(shape: .reference, first: name))
    case .weak: nodes.append(TypeNode(shape: .weak, first: name))
    case .struct: nodes.append(TypeNode(shape: .structure, first: name))
    case .enum: nodes.append(TypeNode(shape: .enumeration, first: name))
    default: return Int(code.rawValue)
    }
    return nodes.count - 1
  }

  private static func simpleNode(_ code: TypeCode?) -> TypeNode {
    switch code {
    case .bool: TypeNode(shape: .bool)
    case .int8, .uint8: TypeNode(shape: .fixed, width: 1)
    case .int16: TypeNode(shape: .varint, width: 16, isSigned: true)
    case .int32: TypeNode(shape: .varint, width: 32, isSigned: true)
    case .int64: TypeNode(shape: .varint, width: 64, isSigned: true)
    case .int128: TypeNode(shape: .varint, width: 128, isSigned: true)
    case .uint16: TypeNode(shape: .varint, width: 16)
    case .uint32: TypeNode(shape: .varint, width: 32)
    case .uint64: TypeNode(shape: .varint, width: 64)
    case .uint128: TypeNode(shape: .varint, width: 128)
    case .float16: TypeNode(shape: .fixed, width: 2)
    case .float32: TypeNode(shape: .fixed, width: 4)
    case .float64, .date: TypeNode(shape: .fixed, width: 8)
    case .uuid: TypeNode(shape: .fixed, width: 16)
    case .string: TypeNode(shape: .string)
    case .bytes: TypeNode(shape: .bytes)
    case .decimal: TypeNode(shape: .decimal)
    default: TypeNode(shape: .any)
    }
  }
}
