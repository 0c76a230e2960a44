extension ArchiveGraph {
  /// Returns the part of the graph that strong references reach from a value, as a graph with this value as its only root.
  ///
  /// Objects keep their order and identity; weak references to objects that are left out become nil, and entries that no
  /// object and no value needs are left out. Document type, writer, metadata and unknown chunks stay.
  ///
  /// - Parameter root: The root of the new graph: a value of this graph, with its type and a name.
  /// - Returns: The part.
  /// - Throws: ``ArchiveWritingError`` if a value does not match its type.
  /// - Complexity: O(*n*), where *n* is the size of the graph.
  public func extracting(
    _ root: ArchiveNamedValue
  ) throws(ArchiveWritingError) -> ArchiveGraph {
    try extractingPart(root).graph
  }

  /// Returns the part of the graph that strong references reach from a value, and the numbers that its objects have here.
  package func extractingPart(
    _ root: ArchiveNamedValue
  ) throws(ArchiveWritingError) -> (graph: ArchiveGraph, numbers: [Int]) {
    var part = self
    part.roots = [root]
    let reached = ReachedPart(part)
    var entries = reached.entries
    for entry in reached.entries { entries.formUnion(classes.chain(of: entry)) }
    var extraction = Extraction()
    for (number, entry) in zip(1..., classes.entries) where entries.contains(number) {
      extraction.entries[number] = extraction.entries.count + 1
      extraction.kept.append(entry)
    }
    for isReached in reached.isReached {
      extraction.count += isReached ? 1 : 0
      extraction.objects.append(isReached ? extraction.count : 0)
    }
    var rewriter = ValueRewriter()
    rewriter.classes = classes
    rewriter.translation = extraction
    part.classes = ArchiveClassTable(
      extraction.kept.map { entry in
        var entry = entry
        // A superclass may have an entry behind that of its subclass.
        entry.superclass = entry.superclass.flatMap { extraction.entries[$0] }
        return entry
      })
    part.objects = []
    for (number, object) in zip(1..., objects) where reached.isReached[number - 1] {
      let entry = extraction.entries[object.entry] ?? 0
      part.add(try rewriter.rewrite(object, number: number, entry: entry))
    }
    part.roots = [try rewriter.rewrite(root)]
    return (part, reached.isReached.indices.filter { reached.isReached[$0] }.map { $0 + 1 })
  }
}

extension ValueRewriter {
  /// Translates an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: Its number, for errors.
  ///   - entry: The number of its entry in the other archive.
  /// - Returns: The object of the other archive.
  /// - Throws: ``ArchiveWritingError`` if a value does not match its type.
  mutating func rewrite(
    _ object: ArchiveObject, number: Int, entry: Int
  ) throws(ArchiveWritingError) -> ArchiveObject {
    var values = object.values
    for (position, key) in zip(values.indices, classes.storedKeys(of: object.entry))
    where key.type.isWorthRewriting {
      guard let value = values[position] else { continue }
      do throws(ArchiveWritingError.Refusal) {
        values[position] = try rewrite(value, from: key.type, to: key.type)
      } catch {
        let path = KeyPathText.root(classes[object.entry]?.name ?? "") + KeyPathText.key(key.name)
        throw ArchiveWritingError(error.reason, object: number, keyPath: path)
      }
    }
    return ArchiveObject(entry: entry, values: values)
  }

  /// Translates a root.
  mutating func rewrite(_ root: ArchiveNamedValue) throws(ArchiveWritingError) -> ArchiveNamedValue
  {
    do throws(ArchiveWritingError.Refusal) {
      let value = try rewrite(root.value, from: root.type, to: root.type)
      return ArchiveNamedValue(root.name, root.type, value)
    } catch {
      throw ArchiveWritingError(error.reason, keyPath: KeyPathText.root(root.name))
    }
  }
}

/// The new numbers of the objects and entries of a part of a graph.
private struct Extraction: ValueTranslation {
  /// The new number of each object, object 1 first, 0 for one that is left out.
  var objects: [Int] = []
  var count = 0
  /// The new numbers of the entries that are kept.
  var entries: [Int: Int] = [:]
  var kept: [ArchiveClassEntry] = []

  func reference(_ value: ArchiveValue, from type: ArchiveTypeDescriptor) -> ArchiveValue {
    guard case .reference(let number) = value, objects.indices.contains(number &- 1) else {
      return value
    }
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
