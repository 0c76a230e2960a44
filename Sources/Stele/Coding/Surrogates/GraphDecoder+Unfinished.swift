extension GraphDecoder {
  /// How many references are followed in search of objects whose initialisers run.
  private static let searchLimit = 10_000

  /// Whether an object cannot be made before one whose initialiser is running has been, or whether it would take long to
  /// find out.
  ///
  /// Weak references are not worth a circle: who follows one can do without.
  func leadsToUnfinished(_ number: Int) -> Bool {
    guard isPending(number) else { return objects.state(of: number) == .beginning }
    var finder = PendingFinder(graph: self)
    finder.visit(number)
    var followed = 0
    while let next = finder.rest.popLast() {
      guard let record = try? store.record(next),
        let body = try? bodies.body(ofEntry: record.entry)
      else { continue }
      var input = record.content
      try? scanner.scan(body, &input, in: self, &finder)
      followed += finder.count
      finder.count = 0
      if finder.isFound || followed > Self.searchLimit { return true }
    }
    return false
  }

  private func isPending(_ number: Int) -> Bool { objects.state(of: number) == .untouched }

  private struct PendingFinder: ReferenceVisitor {
    let graph: GraphDecoder
    var seen: Set<Int> = []
    var rest: [Int] = []
    var count = 0
    var isFound = false

    init(graph: GraphDecoder) { self.graph = graph }

    mutating func visit(_ number: Int) {
      if graph.isPending(number), seen.insert(number).inserted { rest.append(number) }
    }

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      count += 1
      if graph.objects.state(of: number) == .beginning { isFound = true }
      visit(number)
    }
  }
}
