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
    case .root(let name): return roots.set(value, at: place, in: name)
    case .metadata(let name): return metadata?.set(value, at: place, in: name) ?? false
    case .object(let number):
      guard objects.indices.contains(number &- 1) else { return false }
      return objects[number - 1].set(value, at: place)
    }
  }
}

extension [ArchiveNamedValue] {
  fileprivate mutating func set(
    _ value: ArchiveValue?, at place: ArchivePlace, in name: String
  ) -> Bool {
    guard let index = firstIndex(where: { $0.name.isExactly(name) }),
      let new = self[index].value.replacing(place.positions, with: value)
    else { return false }
    self[index].value = new
    return true
  }
}

extension ArchiveObject {
  /// Replaces the value at a place of the object; returns whether there is one that can be replaced.
  package mutating func set(_ value: ArchiveValue?, at place: ArchivePlace) -> Bool {
    // The values of an object have the positions of those of a struct.
    let body = ArchiveValue.struct(ArchiveStructValue(entry: entry, values: values))
    guard !place.positions.isEmpty,
      case .struct(let new)? = body.replacing(place.positions, with: value)
    else { return false }
    values = new.values
    return true
  }
}

extension ArchiveValue {
  /// Returns the value with another part at the end of some positions, or nil if there is none.
  fileprivate func replacing(_ positions: [Int], with value: ArchiveValue?) -> ArchiveValue? {
    var containers: [ArchiveValue] = []
    var part: ArchiveValue? = self
    for position in positions {
      guard let container = part else { return nil }
      containers.append(container)
      let parts = container.parts
      part = parts.indices.contains(position) ? parts[position] : nil
    }
    var new = value
    for (container, position) in zip(containers, positions).reversed() {
      guard let changed = container.replacingPart(at: position, with: new) else { return nil }
      new = changed
    }
    return new
  }

  /// Returns the value with another part; if the part is nil, the value of the key, the element or the pair is removed.
  private func replacingPart(at position: Int, with value: ArchiveValue?) -> ArchiveValue? {
    var parts = parts
    guard parts.indices.contains(position) else { return nil }
    parts[position] = value
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
