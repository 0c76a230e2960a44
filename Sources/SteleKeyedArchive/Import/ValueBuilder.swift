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
      /// A dictionary with the positions of its keys in its variant.
      case `struct`(variant: Int, slots: [Int])
      case map(keys: [String])
    }
    let kind: Kind
    let members: [Int]
    /// The type of each member, or one type for all.
    let types: [InlineType]
    let depth: Int
    /// The type to write with the value, if the enclosing type is any.
    let ownType: ArchiveTypeDescriptor?
    /// The values of the members made so far.
    var values: [ArchiveValue] = []

    var isList: Bool { if case .list = kind { true } else { false } }
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
    var value = try open(node, as: type, depth: 1, inList: false, &frames)
    while let top = frames.indices.last {
      if let value { frames[top].values.append(value) }
      let next = frames[top].values.count
      if next < frames[top].members.count {
        value = try open(
          frames[top].members[next], as: frames[top].types[frames[top].types.count == 1 ? 0 : next],
          depth: frames[top].depth, inList: frames[top].isList, &frames)
      } else {
        value = close(frames.removeLast())
      }
    }
    return value ?? .nil  // without an open container there is a value
  }

  /// Returns the value of a node without members, or opens a container and returns nil.
  private func open(
    _ node: Int, as type: InlineType, depth: Int, inList: Bool, _ frames: inout [Frame]
  ) throws(KeyedArchiveError) -> ArchiveValue? {
    let own = plan.types[node]
    let innermost = type.isAny ? own : type
    let content = type.isAny ? depth + 1 : depth
    let isExempt = innermost.isExemptFromNesting(inList: inList && !type.isAny)
    let counted = isExempt ? (type.isAny ? depth : 0) : content
    guard counted <= limits.valueNesting else {
      throw KeyedArchiveError(.tooDeep(limit: limits.valueNesting), node: node, of: plan.list)
    }
    let ownType = type.isAny ? own.descriptor(inMetadata: isMetadata) : nil
    let (kind, types): (Frame.Kind, [InlineType])
    switch plan.list[node] {
    case .array: (kind, types) = (.list, [innermost.element])
    case .set: (kind, types) = (.set, [innermost.element])
    case .dictionary(let keys, _) where isMetadata:
      (kind, types) = (.map(keys: keys.map { plan.list[$0].text }), [.any])
    case .dictionary(let keys, _):
      let number = plan.variant(ofDictionary: node) ?? 0  // each reachable dictionary has a variant
      let variant = plan.table.variants[number]
      let slots = plan.slots(ofKeys: keys, in: variant)
      kind = .struct(variant: number, slots: slots)
      types = slots.map { variant.keys[$0].type }
    default:
      let value = try scalar(node)
      return ownType.map { .any($0, value) } ?? value
    }
    var frame = Frame(
      kind: kind, members: plan.list[node].values, types: types, depth: content + 1,
      ownType: ownType)
    frame.values.reserveCapacity(frame.members.count)
    frames.append(frame)
    return nil
  }

  private func close(_ frame: Frame) -> ArchiveValue {
    let value: ArchiveValue
    switch frame.kind {
    case .list: value = .list(frame.values)
    case .set: value = .set(frame.values)
    case .struct(let number, let slots):
      let keyCount = plan.table.variants[number].keys.count
      var values = [ArchiveValue?](repeating: nil, count: keyCount)
      for (slot, member) in zip(slots, frame.values) { values[slot] = member }
      value = .struct(
        ArchiveStructValue(entry: plan.entryNumber(ofVariant: number), values: values))
    case .map(let keys):
      value = .map(
        zip(keys, frame.values).map { ArchiveMapPair(key: .string($0), value: $1) })
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
