/// Turns a graph into the one whose archive has the canonical form.
///
///     reach     objects and entries that the roots reach
///     join      entries of one lineage
///     convert   values to the joined types; the class table is complete then
///     sort      sets and maps, by bytes that depend on the class table
///     number    objects, in the order of the references in sorted values
///
/// Spec chapter 9.
struct Canonicalizer {
  private let join: EntryJoin
  private var rewriter = ValueRewriter()
  private var graph = ArchiveGraph()
  /// The reached objects in their old order; nil for the others.
  private var objects: [ArchiveObject?] = []
  /// The new numbers of objects, 0 for those without one.
  private var numbers: [Int] = []
  /// The class of an object of the graph that is made canonical, for errors.
  private let className: (Int) -> String?

  private init(
    _ source: ArchiveGraph, includesMetadata: Bool, budget: MemoryBudget
  ) throws(ArchiveWritingError) {
    rewriter.budget = budget
    let entries = source.objects.map { UInt32(clamping: $0.entry) }
    let classes = source.classes
    className = { number in
      entries.indices.contains(number &- 1) ? classes[Int(entries[number - 1])]?.name : nil
    }
    try Self.payForJoin(of: source.classes, with: &rewriter.budget)
    let reached = ReachableContent(of: source)
    join = EntryJoin(source.classes, used: reached.entries)
    graph.classes = join.classes
    graph.roots = source.roots.sorted { ExactString($0.name) < ExactString($1.name) }
    if includesMetadata, let metadata = source.metadata, !metadata.isEmpty {
      graph.metadata = metadata.sorted { ExactString($0.name) < ExactString($1.name) }
    }
    objects = zip(source.objects, reached.isReached).map { $1 ? $0 : nil }
  }

  /// Pays for the memory that joining entries needs for each key, to sort it and to find it by its name.
  private static func payForJoin(
    of classes: ArchiveClassTable, with budget: inout MemoryBudget?
  ) throws(ArchiveWritingError) {
    let byteCountOfKey = 4 * MemoryLayout<ArchiveKey>.stride + 2 * MemoryBudget.name
    for entry in classes.entries {
      let keyCount = entry.cases.reduce(entry.keys.count) { $0 + $1.keys.count + 1 }
      guard budget?.pay(keyCount * byteCountOfKey) != false else {
        throw ArchiveWritingError(.breaks(.memory), keyPath: entry.name)
      }
    }
  }

  static func canonical(
    _ source: ArchiveGraph, includesMetadata: Bool, budget: MemoryBudget
  ) throws(ArchiveWritingError) -> ArchiveGraph {
    var work = try Canonicalizer(source, includesMetadata: includesMetadata, budget: budget)
    try work.convert(from: source.classes)
    try work.sort()
    work.number()
    try work.renumber()
    return work.graph
  }

  /// Converts all values to the types and entries of the joined table.
  private mutating func convert(from classes: ArchiveClassTable) throws(ArchiveWritingError) {
    rewriter.join = join
    rewriter.refusesReferencesInKeys = true
    try rewriteNamedValues()
    for index in objects.indices { try convertObject(at: index, from: classes) }
    rewriter.join = nil
    // From here on values are changed in place, which needs no memory.
    rewriter.budget = nil
    rewriter.layouts = graph.classes.entries.map { StoredKeys($0) }
  }

  /// Converts the values of an object to the keys and types of the joined table.
  private mutating func convertObject(
    at index: Int, from classes: ArchiveClassTable
  ) throws(ArchiveWritingError) {
    guard let object = objects[index], let entry = join[object.entry]?.entry else { return }
    let valueCount = join.valueCount(of: entry)
    var values = object.values[...]
    guard rewriter.payForAddedKeys(valueCount - values.count) else {
      throw tooLarge(entry, at: index)
    }
    let before = rewriter.budget
    guard
      rewriter.budget?.pay(MemoryBudget.array(of: ArchiveValue?.self, count: valueCount)) != false
    else { throw tooLarge(entry, at: index) }
    var converted = [ArchiveValue?](repeating: nil, count: valueCount)
    for level in classes.chain(of: object.entry) {
      guard let replacement = join[level] else { continue }
      let start = join.inheritedCount(of: replacement.entry)
      for slot in replacement.body.slots {
        guard let value = values.popFirst() ?? nil else { continue }
        let position = start + slot.position
        guard !slot.isCopied else {
          converted[position] = value
          continue
        }
        do throws(ArchiveWritingError.Refusal) {
          converted[position] = try rewriter.rewrite(value, from: slot.from, to: slot.to)
        } catch {
          let path = keyPath(entry, position)
          throw Self.refused(error, className, object: index + 1, keyPath: path)
        }
      }
    }
    let new = ArchiveObject(entry: entry, values: converted)
    if var rest = rewriter.budget, let before {
      new.refund(&rest, before: before)
      rewriter.budget = rest
    }
    objects[index] = new
  }

  private static func refused(
    _ refusal: ArchiveWritingError.Refusal, _ className: (Int) -> String?, object: Int? = nil,
    keyPath: String
  ) -> ArchiveWritingError {
    var error = ArchiveWritingError(refusal.reason, object: object, keyPath: keyPath)
    error.targetClassName = className(refusal.target)
    return error
  }

  private func tooLarge(_ entry: Int, at index: Int) -> ArchiveWritingError {
    let name = graph.classes[entry]?.name ?? ""
    return ArchiveWritingError(.breaks(.memory), object: index + 1, keyPath: name)
  }

  /// Sorts set elements and map pairs, and validates rule K13.
  private mutating func sort() throws(ArchiveWritingError) {
    var tables = ClassTableWriter()
    for name in try namesOfConverted() { _ = tables.types.number(ofName: name) }
    do throws(ArchiveWritingError) {
      try tables.define(contentsOf: graph.classes)
    } catch {
      // Only joining can make types nest too deep: an optional never and another type.
      guard error.reason == .breaks(.descriptorNesting) else { throw error }
      throw ArchiveWritingError(.breaks(.canonicalJoin), keyPath: error.keyPath)
    }
    rewriter.sorter = ElementSorter(tables)
    rewriter.checksNesting = true
    try rewriteNamedValues()
    for index in objects.indices { try rewriteObject(at: index, number: index + 1) }
    rewriter.sorter = nil
    rewriter.checksNesting = false
  }

  /// Returns the class names that the converted graph uses, in ascending order.
  private func namesOfConverted() throws(ArchiveWritingError) -> [String] {
    var converted = graph
    converted.objects = objects.compactMap { $0 }
    return try converted.usedNames()
  }

  /// Numbers the objects in the order of the strong references to them, and removes the others.
  private mutating func number() {
    numbers = Array(repeating: 0, count: objects.count)
    var order: [Int] = []
    var walk = ValueWalk(graph.classes, skipsScalars: true)
    func numberTargets() {
      while let event = walk.next() {
        guard let old = event.strongReference, numbers.indices.contains(old - 1),
          numbers[old - 1] == 0
        else { continue }
        order.append(old)
        numbers[old - 1] = order.count
      }
    }
    for root in graph.roots {
      walk.begin(root.value, root.type)
      numberTargets()
    }
    var position = 0
    while position < order.count {
      if let object = objects[order[position] - 1] {
        walk.begin(object)
        numberTargets()
      }
      position += 1
    }
    objects = order.map { objects[$0 - 1] }
  }

  private mutating func renumber() throws(ArchiveWritingError) {
    rewriter.numbers = numbers
    try rewriteNamedValues()
    for index in objects.indices { try rewriteObject(at: index, number: index + 1) }
    graph.objects = objects.compactMap { $0 }
  }

  private mutating func rewriteNamedValues() throws(ArchiveWritingError) {
    let className = className
    func rewrite(_ item: inout ArchiveNamedValue) throws(ArchiveWritingError) {
      guard item.type.isWorthRewriting else { return }
      // Taken out of the item, the value is not shared, and is changed in place.
      var value = ArchiveValue.nil
      swap(&value, &item.value)
      do throws(ArchiveWritingError.Refusal) {
        item.value = try rewriter.rewrite(consume value, from: item.type, to: item.type)
      } catch {
        throw Self.refused(error, className, keyPath: item.name)
      }
    }
    for index in graph.roots.indices { try rewrite(&graph.roots[index]) }
    guard var metadata = graph.metadata else { return }
    graph.metadata = nil
    for index in metadata.indices { try rewrite(&metadata[index]) }
    graph.metadata = metadata
  }

  private mutating func rewriteObject(at index: Int, number: Int) throws(ArchiveWritingError) {
    guard let entry = objects[index]?.entry else { return }
    let keys = keys(of: entry)
    guard keys.contains(where: \.isWorthRewriting) else { return }
    // Taken out of the object, the values are not shared, and are changed in place.
    var values: [ArchiveValue?] = []
    if var object = objects[index].take() { swap(&values, &object.values) }
    for position in values.indices where keys[position].isWorthRewriting {
      guard let value = values[position] else { continue }
      values[position] = nil
      do throws(ArchiveWritingError.Refusal) {
        let type = keys[position].type
        values[position] = try rewriter.rewrite(consume value, from: type, to: type)
      } catch {
        let path = keyPath(entry, position)
        throw Self.refused(error, className, object: number, keyPath: path)
      }
    }
    objects[index] = ArchiveObject(entry: entry, values: values)
  }

  private var keysOfEntry = EntryCache<[(type: ArchiveTypeDescriptor, isWorthRewriting: Bool)]>()

  private mutating func keys(
    of entry: Int
  ) -> [(type: ArchiveTypeDescriptor, isWorthRewriting: Bool)] {
    if let keys = keysOfEntry[entry] { return keys }
    let keys = graph.classes.storedKeys(of: entry).map { ($0.type, $0.type.isWorthRewriting) }
    return keysOfEntry.keep(keys, of: entry, size: keys.count)
  }

  private func keyPath(_ entry: Int, _ position: Int) -> String {
    let keys = graph.classes.storedKeys(of: entry)
    let name = graph.classes[entry]?.name ?? ""
    return keys.indices.contains(position) ? "\(name).\(keys[position].name)" : name
  }
}
