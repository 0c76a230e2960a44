import Stele
import SteleModel

extension KeyedArchiveExport {
  /// A container with members that are being made.
  private struct Frame {
    enum Kind { case array, set, dictionary }
    let kind: Kind
    let keys: [Int]
    let values: [ArchiveValue]
    /// The type of each member, or one type for all.
    let types: [ArchiveTypeDescriptor]
    var nodes: [Int] = []

    /// The node of the complete container.
    var node: PropertyListGraph.Node {
      switch kind {
      case .array: .array(nodes)
      case .set: .set(nodes)
      case .dictionary: .dictionary(keys: keys, values: nodes)
      }
    }
  }

  /// Makes the node of a value, without recursion.
  mutating func node(
    of value: ArchiveValue, _ type: ArchiveTypeDescriptor, inMetadata: Bool, at place: [PlaceStep]
  ) throws(KeyedArchiveError) -> Int {
    var frames: [Frame] = []
    var node = try open(value, type, inMetadata: inMetadata, &frames, at: place)
    while let top = frames.indices.last {
      if let node { frames[top].nodes.append(node) }
      let next = frames[top].nodes.count
      if next < frames[top].values.count {
        node = try open(
          frames[top].values[next], frames[top].types[frames[top].types.count == 1 ? 0 : next],
          inMetadata: inMetadata, &frames, at: place)
      } else {
        node = arena.add(frames.removeLast().node)
      }
    }
    return node ?? 0  // without an open container there is a node
  }

  /// Returns the node of a value without members, or opens a container and returns nil.
  private mutating func open(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, inMetadata: Bool,
    _ frames: inout [Frame], at place: [PlaceStep]
  ) throws(KeyedArchiveError) -> Int? {
    var value = value
    var type = type
    if case .any = type, case .any(let ownType, let content) = value {
      type = ownType
      value = content
    }
    guard frames.count < limits.valueNesting else {
      throw KeyedArchiveError(.tooDeep(limit: limits.valueNesting), at: place.path)
    }
    switch (type, value) {
    case (.list(let element), .list(let values)):
      frames.append(Frame(kind: .array, keys: [], values: values, types: [element]))
    case (.set(let element), .set(let values)):
      frames.append(Frame(kind: .set, keys: [], values: values, types: [element]))
    case (.map(key: .string, value: let type), .map(let pairs)) where inMetadata:
      var keys: [Int] = []
      for pair in pairs {
        guard case .string(let key) = pair.key else { throw notRepresentable(type, frames, place) }
        keys.append(arena.add(key))
      }
      frames.append(
        Frame(kind: .dictionary, keys: keys, values: pairs.map(\.value), types: [type]))
    case (.struct, .struct(let structure)) where !inMetadata:
      frames.append(try frame(of: structure, frames, place))
    default:
      guard
        let node = try scalar(value, type, inMetadata: inMetadata, frames: frames, at: place)
      else {
        throw notRepresentable(type, frames, place)
      }
      return arena.add(node)
    }
    return nil
  }

  private mutating func frame(
    of structure: ArchiveStructValue, _ frames: [Frame], _ place: [PlaceStep]
  ) throws(KeyedArchiveError) -> Frame {
    let place = fullPlace(frames, place)
    guard graph.classes[structure.entry]?.kind == .struct else {
      throw KeyedArchiveError(.wrongEntry(structure.entry), at: place.path)
    }
    let entry = try entry(structure.entry, valueCount: structure.values.count, at: place)
    var keys: [Int] = []
    var values: [ArchiveValue] = []
    var types: [ArchiveTypeDescriptor] = []
    for (slot, value) in structure.values.enumerated() {
      guard let value else { continue }
      keys.append(entry.keyNodes[slot])
      values.append(value)
      types.append(entry.keys[slot].type)
    }
    return Frame(kind: .dictionary, keys: keys, values: values, types: types)
  }

  /// Returns the node of a value without members; nil if its type has none.
  private func scalar(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, inMetadata: Bool, frames: [Frame],
    at place: [PlaceStep]
  ) throws(KeyedArchiveError) -> PropertyListGraph.Node? {
    switch (type, value) {
    case (.bool, .bool(let value)): return .bool(value)
    case (.int64, .integer(let value)), (.int128, .integer(let value)): return .integer(value)
    case (.float32, .float32(let value)): return .real32(value)
    case (.float64, .float64(let value)): return .real64(value)
    case (.string, .string(let value)): return .string(value)
    case (.bytes, .bytes(let value)): return .data(value)
    case (.date, .date(let value)): return .date(value)
    case (.optional(.never), .nil), (.optional(.any), .nil): return .null
    case (.optional(.reference), .nil) where shift == 0 && !inMetadata: return .uid(0)
    case (.reference, .reference(let number)) where !inMetadata,
      (.optional(.reference), .reference(let number)) where !inMetadata:
      guard graph.objects.indices.contains(number - 1) else {
        throw KeyedArchiveError(
          .danglingReference(number, objectCount: graph.objects.count),
          at: fullPlace(frames, place).path)
      }
      return .uid(UInt64(number - shift))
    default: return nil
    }
  }

  private func notRepresentable(
    _ type: ArchiveTypeDescriptor, _ frames: [Frame], _ place: [PlaceStep]
  ) -> KeyedArchiveError {
    KeyedArchiveError(.notRepresentable(type), at: fullPlace(frames, place).path)
  }

  /// Returns the path to the next value.
  private func fullPlace(_ frames: [Frame], _ place: [PlaceStep]) -> [PlaceStep] {
    place
      + frames.map { frame in
        let next = frame.nodes.count
        guard frame.kind == .dictionary, frame.keys.indices.contains(next),
          case .string(let key) = arena.nodes[frame.keys[next]]
        else { return .index(next) }
        return .key(key)
      }
  }
}
