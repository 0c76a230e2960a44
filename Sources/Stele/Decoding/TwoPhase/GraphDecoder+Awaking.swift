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
    var order = ObjectWalk()
    for number in waiting where !objects.has(.visited, number) {
      objects.set(.visited, number)
      order.push(WantedObject(number, isFilled: true), children(of: number))
      while let action = order.next(above: 0) {
        switch action {
        case .visit(let child):
          guard !objects.has(.visited, child.number) else { continue }
          objects.set(.visited, child.number)
          order.push(child, children(of: child.number))
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

  /// The objects that one refers to, as far as they have been made and not been visited.
  private func children(of number: Int) -> [WantedObject] {
    guard let (entry, content) = try? store.record(number),
      let body = try? bodies.body(ofEntry: entry)
    else { return [] }
    var children: [WantedObject] = []
    var input = content
    try? scanner.scan(body, &input, in: self) { _, target, _ in
      guard objects.state(of: target) == .made, !objects.has(.visited, target) else { return }
      children.append(WantedObject(target, isFilled: true))
    }
    return children
  }
}
