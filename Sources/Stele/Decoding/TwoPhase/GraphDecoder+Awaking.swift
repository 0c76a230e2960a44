extension GraphDecoder {
  /// Wakes the objects that have been made and that want to know, children before their parents.
  ///
  /// In a circle any of the objects may be the first.
  ///
  /// - Throws: What one of them throws.
  func awakeObjects() throws {
    guard !awakenings.isEmpty else { return }
    let waiting = awakenings.sorted()
    awakenings = []
    for number in waiting { objects.set(.asleep, number) }
    let order = ObjectWalk()
    for number in waiting where !objects.has(.visited, number) {
      objects.set(.visited, number)
      push(WantedObject(number, isFilled: true), to: order)
      while let action = order.next(above: 0) {
        switch action {
        case .visit(let child):
          guard !objects.has(.visited, child.number) else { continue }
          objects.set(.visited, child.number)
          push(child, to: order)
        case .make(let parent):
          order.pop()
          try awake(parent.number)
        }
      }
    }
  }

  private func awake(_ number: Int) throws {
    guard objects.has(.asleep, number), let object = objects.object(number) else { return }
    try classes[try store.entry(of: number)]?.awaken?(object)
  }

  /// Goes on to an object, with the objects that it refers to, as far as they have been made and not been visited.
  private func push(_ parent: WantedObject, to order: ObjectWalk) {
    order.push(parent)
    guard let record = try? store.record(parent.number),
      let body = try? bodies.body(ofEntry: record.entry)
    else { return }
    var finder = ChildFinder(objects: objects, order: order)
    var input = record.content
    try? scanner.scan(body, &input, in: self, &finder)
  }

  private struct ChildFinder: ReferenceVisitor {
    let objects: ObjectTable
    let order: ObjectWalk

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      guard objects.state(of: number) == .made, !objects.has(.visited, number) else { return }
      order.add(WantedObject(number, isFilled: true))
    }
  }
}
