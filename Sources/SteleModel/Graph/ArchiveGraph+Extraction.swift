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
  public func extracting(_ root: ArchiveNamedValue) -> ArchiveGraph {
    var part = self
    part.roots = [root]
    let reached = ReachedPart(part)
    let extraction = Extraction(classes, reached.entries, reached.isReached)
    part.objects = []
    part = extraction.part(of: part, root)
    for (object, isReached) in zip(objects, reached.isReached) where isReached {
      part.add(extraction.translate(object))
    }
    return part
  }
}

extension ValueTranslation where Failure == Never {
  /// Returns an object for the other graph.
  func translate(_ object: ArchiveObject) -> ArchiveObject {
    var values = object.values
    for (position, key) in zip(values.indices, classes.storedKeys(of: object.entry))
    where key.type.mayHoldMoreThanScalars {
      if let value = values[position] { values[position] = translate(value, key.type) }
    }
    return ArchiveObject(entry: entry(object.entry), values: values)
  }

  /// Returns a root for the other graph.
  func translate(_ root: ArchiveNamedValue) -> ArchiveNamedValue {
    ArchiveNamedValue(root.name, root.type, translate(root.value, root.type))
  }
}

/// The new numbers of the objects and entries of a part of a graph.
struct Extraction: ValueTranslation {
  let classes: ArchiveClassTable
  /// The new number of each object, object 1 first, 0 for one that is left out.
  private var objects: [UInt32] = []
  /// The new numbers of the entries that are kept.
  private var entries: [Int: Int] = [:]
  private var kept: [ArchiveClassEntry] = []

  /// Numbers the objects and entries that a part has.
  ///
  /// - Parameters:
  ///   - classes: The class table of the whole.
  ///   - used: The numbers of the entries that the part uses.
  ///   - isReached: Whether the part has each object, object 1 first.
  init(_ classes: ArchiveClassTable, _ used: Set<Int>, _ isReached: [Bool]) {
    self.classes = classes
    var used = used
    for entry in used { used.formUnion(classes.chain(of: entry)) }
    for (number, entry) in zip(1..., classes.entries) where used.contains(number) {
      entries[number] = entries.count + 1
      kept.append(entry)
    }
    var count: UInt32 = 0
    objects = isReached.map { isReached in
      count += isReached ? 1 : 0
      return isReached ? count : 0
    }
  }

  /// Returns the part without its objects.
  func part(of whole: ArchiveGraph, _ root: ArchiveNamedValue) -> ArchiveGraph {
    var part = whole
    part.classes = ArchiveClassTable(
      kept.map { entry in
        var entry = entry
        // A superclass may have an entry behind that of its subclass.
        entry.superclass = entry.superclass.flatMap { entries[$0] }
        return entry
      })
    part.roots = [translate(root)]
    return part
  }

  func reference(_ number: Int, _ type: ArchiveTypeDescriptor) -> ArchiveValue {
    guard objects.indices.contains(number &- 1) else { return .reference(number) }
    let new = objects[number - 1]
    return new == 0 ? .nil : .reference(Int(new))
  }

  func type(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor { type }

  func entry(_ number: Int) -> Int { entries[number] ?? number }
}

/// The objects and entries that strong references reach from the roots of a graph.
///
/// ``ReachableContent`` finds them in the bytes of an archive. Spec §9.5.
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
