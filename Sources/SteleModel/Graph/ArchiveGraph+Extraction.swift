public import Stele

extension ArchiveGraph {
  /// Returns the part of the graph that strong references reach from a value, as a graph with this value as its only root.
  ///
  /// Objects keep their order and identity; weak references to objects that are left out become nil, and entries that no
  /// object and no value needs are left out. Document type, writer, metadata and unknown chunks stay.
  ///
  /// - Parameter root: The root of the new graph: a value of this graph, with its type and a name.
  /// - Returns: The part.
  /// - Complexity: O(*n*), where *n* is the size of the graph.
  public func extracting(_ root: ArchiveNamedValue) -> ArchiveGraph { extractingPart(root).graph }

  /// Returns the part of the graph that strong references reach from a value, and the numbers that its objects have here.
  package func extractingPart(
    _ root: ArchiveNamedValue
  ) -> (graph: ArchiveGraph, numbers: [Int]) {
    var part = self
    part.roots = [root]
    let reached = ReachedPart(part)
    var entries = reached.entries
    for entry in reached.entries { entries.formUnion(classes.chain(of: entry)) }
    var extraction = Extraction(classes: classes)
    for (number, entry) in zip(1..., classes.entries) where entries.contains(number) {
      extraction.entries[number] = extraction.entries.count + 1
      extraction.kept.append(entry)
    }
    for isReached in reached.isReached {
      extraction.count += isReached ? 1 : 0
      extraction.objects.append(isReached ? extraction.count : 0)
    }
    part.classes = ArchiveClassTable(
      extraction.kept.map { entry in
        var entry = entry
        // A superclass may have an entry behind that of its subclass.
        entry.superclass = entry.superclass.flatMap { extraction.entries[$0] }
        return entry
      })
    part.objects = []
    for (object, isReached) in zip(objects, reached.isReached) where isReached {
      let entry = extraction.entries[object.entry] ?? 0
      part.add(extraction.translate(object, entry: entry))
    }
    part.roots = [extraction.translate(root)]
    return (part, reached.isReached.indices.filter { reached.isReached[$0] }.map { $0 + 1 })
  }
}

extension ValueTranslation where Failure == Never {
  /// Returns an object for the other graph.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - entry: The number of its entry there.
  /// - Returns: The object.
  func translate(_ object: ArchiveObject, entry: Int) -> ArchiveObject {
    var values = object.values
    for (position, key) in zip(values.indices, classes.storedKeys(of: object.entry))
    where key.type.isWorthRewriting {
      if let value = values[position] { values[position] = translate(value, key.type) }
    }
    return ArchiveObject(entry: entry, values: values)
  }

  /// Returns a root for the other graph.
  func translate(_ root: ArchiveNamedValue) -> ArchiveNamedValue {
    ArchiveNamedValue(root.name, root.type, translate(root.value, root.type))
  }
}

/// The new numbers of the objects and entries of a part of a graph.
private struct Extraction: ValueTranslation {
  let classes: ArchiveClassTable
  /// The new number of each object, object 1 first, 0 for one that is left out.
  var objects: [Int] = []
  var count = 0
  /// The new numbers of the entries that are kept.
  var entries: [Int: Int] = [:]
  var kept: [ArchiveClassEntry] = []

  func reference(_ number: Int, _ type: ArchiveTypeDescriptor) -> ArchiveValue {
    guard objects.indices.contains(number &- 1) else { return .reference(number) }
    let new = objects[number - 1]
    return new == 0 ? .nil : .reference(new)
  }

  func type(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor { type }

  func entry(_ number: Int) -> Int { entries[number] ?? number }
}

/// The objects and entries that strong references reach from the roots of a graph.
///
/// Spec §9.5.
private struct ReachedPart {
  /// Whether each object is reached, object 1 first.
  private(set) var isReached: [Bool]
  /// The entries of reached objects and of the values in them and in roots, and their superclasses.
  private(set) var entries: Set<Int> = []

  init(_ graph: ArchiveGraph) {
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
