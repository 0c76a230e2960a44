extension ValueCell {
  /// The keys that lead from the object or root to the value.
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var cell = self
    while let outer = cell.state.outer {
      if let key = outer.codingKey(of: cell.state.place) { path.append(key) }
      cell = outer
    }
    return path.reversed()
  }

  /// The keys that lead to the value that is being written inside this one.
  private var currentPath: [any CodingKey] {
    codingPath + (codingKey(of: state.current).map { [$0] } ?? [])
  }

  private func codingKey(of place: Int) -> (any CodingKey)? {
    switch state.mode {
    case .keyed:
      let (level, number) = (KeyPlace.level(of: place), KeyPlace.key(of: place))
      guard let levels = state.observed?.levels, levels.indices.contains(level),
        levels[level].keys.indices.contains(number)
      else { return nil }
      let key = levels[level].keys[number]
      return PathKey(stringValue: key.name, intValue: key.intValue)
    case .list, .set: return PathKey(index: place)
    case .map:
      return state.elements.mapKey.map { PathKey(mapKey: $0) }
        ?? PathKey(index: place)
    case .empty, .single, .finished: return nil
    }
  }

  /// The error for values of one container that were written inside each other.
  var disorder: EncodingError {
    error(.coderIsFinished, "a container was used while a value in it was still being written")
  }

  /// Returns the error for a reason at the value that is being written.
  func error(
    _ reason: SteleCodingError.Reason, _ detail: String? = nil, value: Any? = nil,
    hint: String? = nil
  ) -> EncodingError {
    let encoder = encoder
    let path = currentPath
    let object = encoder.session.currentObject
    var error = SteleCodingError(
      reason, object: object > 0 ? object : nil, className: encoder.graph.currentClassName,
      keyPath: SteleCodingError.text(of: path))
    error.detail = detail
    error.hint = hint
    return error.encodingError(value as Any, path)
  }
}
