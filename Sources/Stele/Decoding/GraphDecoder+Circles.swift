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

  /// The first key of an object that holds a strong reference to another one.
  private func key(leadingFrom object: Int, to target: Int) -> String {
    guard let (entry, content) = try? store.record(object),
      let body = try? bodies.body(ofEntry: entry)
    else { return "" }
    let name = store.context.classes[entry]?.name ?? ""
    var input = content
    let presence = input.offset
    try? input.skip((body.optionalCount + 7) / 8)
    for slot in body.slots {
      guard (try? slot.isPresent(presence, input)) == true else { continue }
      var search = Search(target: target)
      try? scanner.scan(slot.plan, &input, in: self, &search)
      if search.isFound { return "\(name).\(slot.name)" }
    }
    return name
  }

  private struct Search: ReferenceVisitor {
    let target: Int
    var isFound = false

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      isFound = isFound || number == target
    }
  }
}
