extension DecodingSession {
  /// An object is needed to make itself.
  func circle(through number: Int, at offset: Int) -> DecodingError {
    var error = error(.strongCycle(keys(around: number)), at: offset)
    if let entry = try? store.entry(of: number), plan(ofEntry: entry) is SurrogatePlan {
      error.hint = surrogate?.circleAdvice
    }
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  /// An object has to be hashed before it is complete.
  func hashCycle(through number: Int, at offset: Int) -> DecodingError {
    let path = keys(around: number)
    var error = error(.hashCycle(path), at: offset)
    error.detail =
      "object \(number) has to be hashed before it is complete, because it leads back to the set or dictionary: "
      + path.joined(separator: " -> ").shortened(to: 400)
    if let entry = try? store.entry(of: number), plan(ofEntry: entry) is SurrogatePlan {
      error.hint = surrogate?.hashAdvice
    }
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  /// The keys that lead around a circle of references, from an object back to it; the first of them, if there
  /// are many.
  func keys(around number: Int) -> [String] { keys(around: number, in: walk.path) }

  /// An object is read as a value that would contain itself.
  func circle(ofCopy number: Int, at offset: Int) -> DecodingError {
    var error = error(.strongCycle(keys(around: number, in: copies.open)), at: offset)
    error.detail = "object \(number) leads to itself, and a value cannot contain itself"
    error.hint = "Decode it as an object of a class."
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  private func keys(around number: Int, in path: [Int]) -> [String] {
    guard let start = path.lastIndex(of: number) else { return [] }
    let around = path[start...]
    return zip(around, around.dropFirst() + [number]).prefix(64).map { object, target in
      let name = className(of: object) ?? ""
      return keyName(leadingFrom: object, to: target).map { "\(name).\($0)" } ?? name
    }
  }

  /// The class of the outermost object that is being made, and the keys that lead from there to another one; those of its
  /// end, if there are many.
  func way(to number: Int) -> (className: String, keys: [String]) {
    var path = Array(walk.path.suffix(64))
    if path.last != number { path.append(number) }
    let keys = zip(path, path.dropFirst()).compactMap { keyName(leadingFrom: $0, to: $1) }
    return (className(of: path[0]) ?? "", keys)
  }

  /// The first key of an object that holds a strong reference to another one.
  private func keyName(leadingFrom object: Int, to target: Int) -> String? {
    guard let (entry, content) = try? store.record(object) else { return nil }
    let body = types.schema.record(ofEntry: entry)
    var input = content
    input.skip(types.schema.presenceByteCount(body))
    for level in types.schema.levels(body) {
      for place in level.places {
        let found = types.references(in: level, place, presence: content.offset, &input)
        if found.contains(where: { $0.isStrong && $0.number == target }) {
          return types.schema.keyNames[level.body.keys.lowerBound + place - level.firstPlace]
        }
      }
    }
    return nil
  }
}
