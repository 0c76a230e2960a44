public import Stele

extension ArchiveGraph {
  /// Replaces the value at a place.
  ///
  /// Whether the graph keeps the rules of the format is validated when it is written.
  ///
  /// - Parameters:
  ///   - value: The new value, of the type of the place; nil removes the value of a key.
  ///   - place: A place of this graph, whose way there has not changed since.
  /// - Returns: Whether there is a value at the place that can be replaced; an object itself is none.
  /// - Complexity: O(*n*), where *n* is the size of the containers on the way.
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
      guard objects.indices.contains(number &- 1), case .slot(let position)? = place.moves.first,
        objects[number - 1].values.indices.contains(position)
      else { return false }
      let rest = place.moves.dropFirst()
      guard !rest.isEmpty else {
        objects[number - 1].values[position] = value
        return true
      }
      guard let old = objects[number - 1].values[position],
        let new = old.replacing(rest, with: value)
      else { return false }
      objects[number - 1].values[position] = new
    }
    return true
  }
}

extension ArchiveValue {
  /// Returns the value with another part at the end of moves, or nil if they lead nowhere.
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

  private func part(_ move: ArchivePlace.Move) -> ArchiveValue? {
    switch (self, move) {
    case (.some(let part), .content), (.any(_, let part), .content): part
    case (.list(let values), .element(let index)), (.set(let values), .element(let index)):
      values.indices.contains(index) ? values[index] : nil
    case (.map(let pairs), .pairKey(let index)):
      pairs.indices.contains(index) ? pairs[index].key : nil
    case (.map(let pairs), .pairValue(let index)):
      pairs.indices.contains(index) ? pairs[index].value : nil
    case (.structure(let body), .slot(let index)):
      body.values.indices.contains(index) ? body.values[index] : nil
    case (.enumeration(let body), .slot(let index)):
      body.values.indices.contains(index) ? body.values[index] : nil
    default: nil
    }
  }

  private func replacingPart(
    _ move: ArchivePlace.Move, with value: ArchiveValue?
  ) -> ArchiveValue? {
    switch (self, move, value) {
    case (.structure(var body), .slot(let index), _):
      guard body.values.indices.contains(index) else { return nil }
      body.values[index] = value
      return .structure(body)
    case (.enumeration(var body), .slot(let index), _):
      guard body.values.indices.contains(index) else { return nil }
      body.values[index] = value
      return .enumeration(body)
    // Not `.some(value)`, which would be the optional that this function returns.
    case (.some, .content, let value?): return ArchiveValue.some(value)
    case (.any(let type, _), .content, let value?): return .any(type, value)
    case (.list(var values), .element(let index), let value?):
      guard values.indices.contains(index) else { return nil }
      values[index] = value
      return .list(values)
    case (.set(var values), .element(let index), let value?):
      guard values.indices.contains(index) else { return nil }
      values[index] = value
      return .set(values)
    case (.map(var pairs), .pairKey(let index), let value?):
      guard pairs.indices.contains(index) else { return nil }
      pairs[index].key = value
      return .map(pairs)
    case (.map(var pairs), .pairValue(let index), let value?):
      guard pairs.indices.contains(index) else { return nil }
      pairs[index].value = value
      return .map(pairs)
    default: return nil
    }
  }
}

extension ArchiveGraph {
  /// Returns the value of a type that a text stands for, as `stele set` reads it.
  ///
  /// A string is the text itself; a reference is a path to an object, or `null`; a case of an enum its name; any other
  /// value is as in the notation, with or without quotation marks.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - text: The text.
  ///   - old: The old value, whose type an `any` value keeps.
  /// - Returns: The value.
  /// - Throws: `NotationError` if the text does not stand for a value of the type, ``ArchivePathFailure`` or
  ///   `ArchivePathError` for a reference.
  package func value(
    of type: ArchiveTypeDescriptor, text: String, old: ArchiveValue?
  ) throws -> ArchiveValue {
    // The depth of types is limited by rule L1, so recursion is safe.
    switch (type, old) {
    case (.string, _): return .string(text)
    case (.optional(.reference), _), (.reference, _), (.weakReference, _):
      if text == "null", type.code != .ref { return .nil }
      let place = try place(at: ArchivePath(text))
      guard let number = place.objectNumber else { return try notationValue(of: type, text) }
      return .reference(number)
    case (.optional(let part), _):
      if text == "null", part != .string { return .nil }
      var content: ArchiveValue?
      if case .some(let value)? = old { content = value }
      return .some(try value(of: part, text: text, old: content))
    case (.any, .any(let type, let content)?):
      return .any(type, try value(of: type, text: text, old: content))
    case (.float32, _):
      if let number = Float(text), number.isFinite { return .float32(number) }
    case (.float64, _):
      if let number = Double(text), number.isFinite { return .float64(number) }
    case (.date, _):
      if let number = Double(text), number.isFinite { return .date(number) }
    case (.enumeration(let name), _):
      if let value = caseValue(text, of: name, old) { return value }
    default: break
    }
    return try notationValue(of: type, text)
  }

  /// Returns the value of a type that a text stands for in the notation (annex C.5).
  package func notationValue(
    of type: ArchiveTypeDescriptor, _ text: String
  ) throws(NotationError) -> ArchiveValue {
    do throws(NotationError) {
      return try NotationReader.readValue(of: type, Array(text.utf8), classes)
    } catch {
      let quoted = Array(JSONWriter.quoted(text).utf8)
      if let value = try? NotationReader.readValue(of: type, quoted, classes) { return value }
      throw error
    }
  }

  private func caseValue(_ text: String, of name: String, _ old: ArchiveValue?) -> ArchiveValue? {
    var entry = classes.entries.lastIndex {
      $0.kind == .enumeration && $0.name.isExactly(name)
    }.map { $0 + 1 }
    if case .enumeration(let value)? = old { entry = value.entry }
    guard let entry, let cases = classes[entry]?.cases,
      let index = cases.firstIndex(where: { $0.name.isExactly(text) && !$0.isRetired })
    else { return nil }
    let keys = classes.ownKeys(of: entry, caseIndex: index) ?? []
    guard keys.allSatisfy({ $0.presence != .required }) else { return nil }
    return .enumeration(
      ArchiveEnumValue(
        entry: entry, caseIndex: index, values: Array(repeating: nil, count: keys.count)))
  }
}
