extension GraphDecoder {
  /// Reads the nested entry numbers of a uniform list of structs, and gives the plan of its elements.
  ///
  /// Spec §3.5.
  func openUniform(
    _ entry: Int, of element: ReadingPlan, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> ReadingPlan {
    let body = try bodies.body(ofEntry: entry)
    guard !body.nestedPlaces.isEmpty else {
      return element.uniform(entry: entry, byteCount: body.byteCount)
    }
    let nested = try readNestedEntries(below: entry, &input)
    if let plan = nestedPlans.plan(of: element, nested) { return plan }
    let plan = try elementPlan(element.type, nested)
    nestedPlans.remember(plan, of: element)
    return plan
  }

  private func readNestedEntries(
    below entry: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> NestedEntries {
    var nested = NestedEntries(entry)
    var left = try bodies.body(ofEntry: entry).nestedPlaces.count
    var open: [(place: Int, left: Int)] = []
    var place = 0
    while true {
      guard left > 0 else {
        nested.close(place)
        guard let last = open.popLast() else { return nested }
        (place, left) = last
        continue
      }
      left -= 1
      let number = try input.readNumber()
      let added = nested.append(number)
      let count = try bodies.body(ofEntry: number).nestedPlaces.count
      guard count > 0 else { continue }
      open.append((place, left))
      (place, left) = (added, count)
    }
  }

  /// Makes the plan of elements, from the innermost structs outwards.
  private func elementPlan(
    _ type: TypeDescriptor, _ nested: NestedEntries
  ) throws(ArchiveError) -> ReadingPlan {
    var made = [ReadingBody?](repeating: nil, count: nested.count)
    for place in (0..<nested.count).reversed() {
      let original = try bodies.body(ofEntry: nested.entries[place])
      var plans: [ReadingPlan] = []
      var part = place + 1
      for key in original.nestedPlaces {
        guard let body = made[part] else { throw ArchiveError(.undefinedEntry, at: 0) }
        plans.append(.element(original.slots[key].plan.type, body, nested, part))
        part = nested.end(of: part)
      }
      made[place] = plans.isEmpty ? original : ReadingBody(original, nested: plans)
    }
    guard let body = made[0] else { throw ArchiveError(.undefinedEntry, at: 0) }
    return .element(type, body, nested, 0)
  }
}

/// The plans of the elements of uniform lists with nested entry numbers.
///
/// They are not kept with the types of the lists, which can be part of what the elements consist of.
struct NestedPlans {
  /// Few lists at one place differ in the entries of their elements; an archive must not choose how many are remembered.
  private static let limit = 8

  private var plans: [[ReadingPlan]] = []

  /// The plan of the elements of a list of a type, when there has been one of late that says the same of them.
  mutating func plan(of element: ReadingPlan, _ nested: NestedEntries) -> ReadingPlan? {
    let place = element.nestedPlace
    guard place >= 0,
      let index = plans[place].firstIndex(where: { $0.uniform?.nested == nested })
    else { return nil }
    if index > 0 { plans[place].swapAt(0, index) }
    return plans[place][0]
  }

  /// Remembers the plan of the elements of a list of a type.
  mutating func remember(_ plan: ReadingPlan, of element: ReadingPlan) {
    if element.nestedPlace < 0 {
      element.nestedPlace = plans.count
      plans.append([])
    }
    let place = element.nestedPlace
    if plans[place].count == Self.limit { plans[place].removeLast() }
    plans[place].insert(plan, at: 0)
  }
}
