extension GraphDecoder {
  /// Tells that an object is needed to make itself.
  func circle(through number: Int, at site: Site, offset: Int) -> DecodingError {
    let path = keys(around: number)
    return site.failure(
      .strongCycle(path), at: offset,
      "The objects of \(path.joined(separator: ", ")) refer to each other in a circle, so that none can be "
        + "made first. Make one of the keys a back reference or a late reference.")
  }

  /// The keys that lead around a circle of references, from an object back to it; the first of them, when there
  /// are many.
  func keys(around number: Int) -> [String] {
    let path = walk.path
    guard let start = path.lastIndex(of: number) else { return [] }
    let around = path[start...]
    return zip(around, around.dropFirst() + [number]).prefix(64).map {
      key(leadingFrom: $0, to: $1)
    }
  }

  /// The class and first key of an object that holds a strong reference to another one.
  private func key(leadingFrom object: Int, to target: Int) -> String {
    let name = className(of: object)
    return keyName(leadingFrom: object, to: target).map { "\(name).\($0)" } ?? name
  }

  private func className(of object: Int) -> String {
    (try? store.entry(of: object)).flatMap { store.context.classes[$0]?.name } ?? ""
  }

  /// The first key of an object that holds a strong reference to another one.
  private func keyName(leadingFrom object: Int, to target: Int) -> String? {
    guard let (entry, content) = try? store.record(object),
      let body = try? bodies.body(ofEntry: entry)
    else { return nil }
    var input = content
    let presence = input.offset
    try? input.skip((body.optionalCount + 7) / 8)
    for slot in body.slots {
      guard (try? slot.isPresent(presence, input)) == true else { continue }
      var search = Search(target: target)
      try? scanner.scan(slot.plan, &input, in: self, &search)
      if search.isFound { return slot.name }
    }
    return nil
  }

  /// The class of the outermost object that is being made, and the keys that lead from there to another one; those of its
  /// end, when there are many.
  func way(to number: Int) -> (className: String, keys: [String]) {
    var path = Array(walk.path.suffix(64))
    if path.last != number { path.append(number) }
    let keys = zip(path, path.dropFirst()).compactMap { keyName(leadingFrom: $0, to: $1) }
    return (className(of: path[0]), keys)
  }

  private struct Search: ReferenceVisitor {
    let target: Int
    var isFound = false

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      isFound = isFound || number == target
    }
  }
}
