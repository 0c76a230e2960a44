public import Stele
public import SteleModel

extension ArchiveGraph {
  /// Replaces the value at a place.
  ///
  /// The rules of the format are validated when the graph is written.
  ///
  /// - Parameters:
  ///   - value: The new value, which has the type of the place; nil removes the value of a key, an element or a pair.
  ///   - place: A place of this graph; the values on the way to it must not have changed since it was found.
  /// - Returns: Whether the place has a value that can be replaced; an object itself cannot be replaced.
  /// - Complexity: O(*n*), where *n* is the size of the enclosing containers.
  public mutating func set(_ value: ArchiveValue?, at place: ArchivePlace) -> Bool {
    switch place.holder {
    case .root(let name):
      guard let index = roots.firstIndex(where: { $0.name.isExactly(name) }),
        let new = roots[index].value.replacing(place.moves[...], with: value)
      else { return false }
      roots[index].value = new
    case .metadata(let name):
      guard let items = metadata, let index = items.firstIndex(where: { $0.name.isExactly(name) }),
        let new = items[index].value.replacing(place.moves[...], with: value)
      else { return false }
      metadata?[index].value = new
    case .object(let number):
      guard objects.indices.contains(number &- 1) else { return false }
      return objects[number - 1].set(value, at: place)
    }
    return true
  }
}

extension ArchiveObject {
  /// Replaces the value at a place of the object; returns whether there is one that can be replaced.
  package mutating func set(_ value: ArchiveValue?, at place: ArchivePlace) -> Bool {
    guard case .slot(let position)? = place.moves.first, values.indices.contains(position)
    else { return false }
    let rest = place.moves.dropFirst()
    guard !rest.isEmpty else {
      values[position] = value
      return true
    }
    guard let new = values[position]?.replacing(rest, with: value) else { return false }
    values[position] = new
    return true
  }
}

extension ArchiveValue {
  /// Returns the value with another part at the end of some moves, or nil if a move is not possible.
  fileprivate func replacing(
    _ moves: ArraySlice<ArchivePlace.Move>, with value: ArchiveValue?
  ) -> ArchiveValue? {
    var containers: [ArchiveValue] = []
    var part: ArchiveValue? = self
    for move in moves {
      guard let container = part else { return nil }
      containers.append(container)
      part = container.part(move)
    }
    var new = value
    for (container, move) in zip(containers, moves).reversed() {
      guard let changed = container.replacingPart(move, with: new) else { return nil }
      new = changed
    }
    return new
  }

  /// The parts that a move can reach; for a map, keys and values alternate.
  private var parts: [ArchiveValue?] {
    switch self {
    case .some(let content), .any(_, let content): [content]
    case .list(let values), .set(let values): values.map(Optional.some)
    case .map(let pairs): pairs.flatMap { [$0.key, $0.value].map(Optional.some) }
    case .struct(let body): body.values
    case .enum(let body): body.values
    default: []
    }
  }

  private func part(_ move: ArchivePlace.Move) -> ArchiveValue? {
    let parts = parts
    return parts.indices.contains(move.part) ? parts[move.part] : nil
  }

  /// Returns the value with another part; if the part is nil, the value of the key, the element or the pair is removed.
  private func replacingPart(
    _ move: ArchivePlace.Move, with value: ArchiveValue?
  ) -> ArchiveValue? {
    var parts = parts
    guard parts.indices.contains(move.part) else { return nil }
    parts[move.part] = value
    switch self {
    // Not `.some(value)`, which would be the optional that this function returns.
    case .some: return value.map { ArchiveValue.some($0) }
    case .any(let type, _): return value.map { .any(type, $0) }
    case .list: return .list(parts.compactMap(\.self))
    case .set: return .set(parts.compactMap(\.self))
    case .map:
      let pairs = stride(from: 0, to: parts.count, by: 2).compactMap { index in
        parts[index].flatMap { key in
          parts[index + 1].map { ArchiveMapPair(key: key, value: $0) }
        }
      }
      return .map(pairs)
    case .struct(var body):
      body.values = parts
      return .struct(body)
    case .enum(var body):
      body.values = parts
      return .enum(body)
    default: return nil
    }
  }
}

extension ArchivePlace.Move {
  /// The index of the part that the move reaches.
  fileprivate var part: Int {
    switch self {
    case .content: 0
    case .slot(let index), .element(let index): index
    case .pairKey(let index): index * 2
    case .pairValue(let index): index * 2 + 1
    }
  }
}
