/// What strong references reach from the roots of a graph.
///
/// Spec §9.1.
struct ReachableContent {
  /// Whether each object is reached, object 1 first.
  private(set) var isReached: [Bool]
  /// The entries of reached objects and of the values in them and in roots, and their superclasses.
  private(set) var entries: Set<Int> = []

  init(of graph: ArchiveGraph) {
    isReached = Array(repeating: false, count: graph.objects.count)
    var walk = ValueWalk(graph.classes)
    var rest: [Int] = []
    func note(_ event: ValueWalk.Event) {
      switch event {
      case .inlineBody(let entry, _, _): entries.insert(entry)
      case .type: break
      case .strongReference(let number):
        guard isReached.indices.contains(number &- 1), !isReached[number - 1] else { return }
        isReached[number - 1] = true
        rest.append(number)
      }
    }
    for root in graph.roots { walk.walk(root.value, root.type, note) }
    while let number = rest.popLast() {
      let object = graph.objects[number - 1]
      if !entries.contains(object.entry) {
        entries.formUnion(graph.classes.chain(of: object.entry))
      }
      walk.walk(object, note)
    }
  }
}
