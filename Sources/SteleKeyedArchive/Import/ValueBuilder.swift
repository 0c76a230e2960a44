import Stele

/// Makes values from the nodes of a keyed archive, without recursion.
///
/// Spec §E.4.
struct ValueBuilder {
  let plan: ObjectPlan
  let limits: KeyedArchiveLimits
  /// Whether dictionaries become maps, as in metadata, which has no structs.
  let isMetadata: Bool

  /// A container with members that are being made.
  private struct Frame {
    enum Kind {
      case list, set
      case `struct`(entry: Int)
      case map(keys: [String])
    }
    let kind: Kind
    let members: [Int]
    /// The type of each member, or one type for all.
    let types: [InlineType]
    /// The position of each member; empty if they keep their order.
    let slots: [Int]
    let depth: Int
    /// The type to write with the value, if the enclosing type is any.
    let ownType: ArchiveTypeDescriptor?
    /// The values of the keys of a struct.
    var values: [ArchiveValue?] = []
    /// The members made so far, unless the container is a struct.
    var elements: [ArchiveValue] = []
    var next = 0

    var isList: Bool { if case .list = kind { true } else { false } }
  }

  private enum Step {
    case value(ArchiveValue)
    case frame(Frame)
  }

  func object(_ node: Int, variant number: Int) throws(KeyedArchiveError) -> ArchiveObject {
    let variant = plan.table.variants[number]
    var values = [ArchiveValue?](repeating: nil, count: variant.keys.count)
    if case .dictionary(let keys, let members) = plan.list[node] {
      for (slot, member) in zip(plan.slots(ofKeys: keys, in: variant), members) {
        values[slot] = try value(of: member, as: variant.keys[slot].type)
      }
    } else {
      values[0] = try value(of: node, as: variant.keys[0].type)
    }
    return ArchiveObject(entry: plan.entryNumber(ofVariant: number), values: values)
  }

  /// Returns the value of a node in the representation of a type that contains it.
  func value(of node: Int, as type: InlineType) throws(KeyedArchiveError) -> ArchiveValue {
    var frames: [Frame] = []
    var step = try open(node, as: type, depth: 1, inList: false)
    while true {
      switch step {
      case .frame(let frame):
        frames.append(frame)
      case .value(let value):
        guard let top = frames.indices.last else { return value }
        let next = frames[top].next
        if frames[top].slots.isEmpty {
          frames[top].elements.append(value)
        } else {
          frames[top].values[frames[top].slots[next]] = value
        }
        frames[top].next = next + 1
      }
      guard let top = frames.indices.last else { return .nil }  // a frame was just added
      let next = frames[top].next
      if next < frames[top].members.count {
        step = try open(
          frames[top].members[next], as: frames[top].types[frames[top].types.count == 1 ? 0 : next],
          depth: frames[top].depth, inList: frames[top].isList)
      } else {
        step = .value(close(frames.removeLast()))
      }
    }
  }

  private func open(
    _ node: Int, as type: InlineType, depth: Int, inList: Bool
  ) throws(KeyedArchiveError) -> Step {
    let own = plan.types[node]
    let innermost = type.isAny ? own : type
    let content = type.isAny ? depth + 1 : depth
    let isExempt = innermost.isExemptFromNesting(inList: inList && !type.isAny)
    let counted = isExempt ? (type.isAny ? depth : 0) : content
    guard counted <= limits.valueNesting else {
      throw KeyedArchiveError(.tooDeep(limit: limits.valueNesting), node: node, of: plan.list)
    }
    let ownType = type.isAny ? own.descriptor(inMetadata: isMetadata) : nil
    switch plan.list[node] {
    case .array(let members):
      return .frame(frame(.list, members, innermost.element, content, ownType))
    case .set(let members):
      return .frame(frame(.set, members, innermost.element, content, ownType))
    case .dictionary(let keys, let values):
      guard isMetadata else {
        return .frame(structure(node, keys: keys, values, content, ownType))
      }
      let keys = keys.map { plan.list[$0].text }
      return .frame(frame(.map(keys: keys), values, .any, content, ownType))
    default:
      let value = try scalar(node)
      return .value(ownType.map { .any($0, value) } ?? value)
    }
  }

  private func frame(
    _ kind: Frame.Kind, _ members: [Int], _ type: InlineType, _ depth: Int,
    _ ownType: ArchiveTypeDescriptor?
  ) -> Frame {
    var frame = Frame(
      kind: kind, members: members, types: [type], slots: [], depth: depth + 1, ownType: ownType)
    frame.elements.reserveCapacity(members.count)
    return frame
  }

  private func structure(
    _ node: Int, keys: [Int], _ values: [Int], _ depth: Int, _ ownType: ArchiveTypeDescriptor?
  ) -> Frame {
    let number = plan.variant(ofDictionary: node) ?? 0  // each reachable dictionary has a variant
    let variant = plan.table.variants[number]
    let slots = plan.slots(ofKeys: keys, in: variant)
    return Frame(
      kind: .struct(entry: plan.entryNumber(ofVariant: number)), members: values,
      types: slots.map { variant.keys[$0].type }, slots: slots, depth: depth + 1, ownType: ownType,
      values: Array(repeating: nil, count: variant.keys.count))
  }

  private func close(_ frame: Frame) -> ArchiveValue {
    let value: ArchiveValue
    switch frame.kind {
    case .list: value = .list(frame.elements)
    case .set: value = .set(frame.elements)
    case .struct(let entry):
      value = .struct(ArchiveStructValue(entry: entry, values: frame.values))
    case .map(let keys):
      value = .map(
        zip(keys, frame.elements).map { ArchiveMapPair(key: .string($0), value: $1) })
    }
    return frame.ownType.map { .any($0, value) } ?? value
  }

  private func scalar(_ node: Int) throws(KeyedArchiveError) -> ArchiveValue {
    switch plan.list[node] {
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .real32(let value): return .float32(value)
    case .real64(let value): return .float64(value)
    case .date(let value): return .date(value)
    case .data(let value): return .bytes(value)
    case .string(let value): return .string(value)
    case .uid(let uid):
      guard !isMetadata else { throw KeyedArchiveError(.misplacedUID, node: node, of: plan.list) }
      let object = plan.parts.object(ofUID: uid) ?? 0  // validated with the types
      return object == 0 ? .nil : .reference(object)
    case .null, .array, .set, .dictionary: return .nil
    }
  }
}

extension PropertyListGraph.Node {
  fileprivate var text: String {
    if case .string(let text) = self { text } else { "" }
  }
}
