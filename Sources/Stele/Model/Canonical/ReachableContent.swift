/// The objects and entries that strong references reach from the roots of a graph.
///
/// Spec §9.1.
struct ReachableContent {
  /// Whether each object is reached, object 1 first.
  private(set) var isReached: [Bool]
  /// The entries of reached objects and of the values in them and in roots, and their superclasses.
  private(set) var entries: Set<Int> = []

  init(of graph: ArchiveGraph) {
    isReached = Array(repeating: false, count: graph.objects.count)
    var walk = ValueWalk(graph.classes, skipsScalars: true)
    var rest: [Int] = []
    func visitAll() {
      while let event = walk.next() {
        if case .value(let value, _, _) = event, value.inlineEntry > 0 {
          entries.insert(value.inlineEntry)
        }
        guard let number = event.strongReference, isReached.indices.contains(number &- 1),
          !isReached[number - 1]
        else { continue }
        isReached[number - 1] = true
        rest.append(number)
      }
    }
    for root in graph.roots {
      walk.begin(root.value, root.type)
      visitAll()
    }
    while let number = rest.popLast() {
      let object = graph.objects[number - 1]
      if !entries.contains(object.entry) {
        entries.formUnion(graph.classes.chain(of: object.entry))
      }
      walk.begin(object)
      visitAll()
    }
  }
}
