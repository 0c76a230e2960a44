internal import Stele

/// A reason why two graphs cannot be one.
@nonexhaustive
public enum ArchiveMergeConflict: Error, Hashable, Sendable {
  /// Both have a root of the name.
  case root(String)
  /// Both have an item of the metadata of the name, with different types or values.
  case metadata(String)
  /// Both have entries of the name, of different kinds: a class and a struct, for example.
  case kind(String)
}

extension ArchiveMergeConflict: CustomStringConvertible {
  /// A sentence without its full stop.
  public var description: String {
    switch self {
    case .root(let name): "both have a root \(name.quoted)"
    case .metadata(let name): "both have metadata \(name.quoted), which differs"
    case .kind(let name): "\(name.quoted) is a type of another kind in each"
    }
  }
}

extension ArchiveGraph {
  /// Adds the objects, roots, metadata and unknown chunks of another graph to this one.
  ///
  /// The objects of each graph keep their identity and order; those of the other follow. Entries that are equal become
  /// one, and a class of which both have different entries has both, as if its objects had been written by two versions of
  /// a program (§4.2). Document type and writer are those of this graph, unless they are empty.
  ///
  /// - Parameter other: The other graph.
  /// - Throws: ``ArchiveMergeConflict`` if both have something of one name that differs. The graph has not changed then.
  /// - Complexity: O(*n*), where *n* is the size of both graphs.
  public mutating func merge(_ other: ArchiveGraph) throws(ArchiveMergeConflict) {
    let merging = try mergeContent(of: other, objectCount: objects.count)
    for object in other.objects { objects.append(merging.translate(object)) }
  }

  /// Adds everything but the objects of another graph to this one, which has some number of objects.
  ///
  /// - Returns: The translation of the other objects.
  /// - Throws: ``ArchiveMergeConflict``. The graph has not changed then.
  mutating func mergeContent(
    of other: ArchiveGraph, objectCount: Int
  ) throws(ArchiveMergeConflict) -> Merging {
    var names = Set(roots.map { ExactString($0.name) })
    for root in other.roots where !names.insert(ExactString(root.name)).inserted {
      throw ArchiveMergeConflict.root(root.name)
    }
    let addedMetadata = try newMetadata(of: other)
    var entries = MergedEntries(classes)
    for number in other.classes.entries.indices { try entries.add(number + 1, of: other.classes) }
    let merging = Merging(
      classes: other.classes, objectCount: objectCount, entries: entries.numbers)
    for root in other.roots { roots.append(merging.translate(root)) }
    classes = ArchiveClassTable(entries.all)
    if let addedMetadata { metadata = (metadata ?? []) + addedMetadata }
    unknownChunks += other.unknownChunks
    if documentType.isEmpty { documentType = other.documentType }
    if writer.isEmpty { writer = other.writer }
    return merging
  }

  /// Returns the metadata of another graph that this one does not have, or nil if the other has none.
  private func newMetadata(
    of other: ArchiveGraph
  ) throws(ArchiveMergeConflict) -> [ArchiveNamedValue]? {
    guard let items = other.metadata else { return nil }
    var known: [ExactString: ArchiveNamedValue] = [:]
    for item in metadata ?? [] { known[ExactString(item.name)] = item }
    var new: [ArchiveNamedValue] = []
    for item in items {
      guard let old = known[ExactString(item.name)] else {
        new.append(item)
        continue
      }
      guard old == item else { throw .metadata(item.name) }
    }
    return new
  }
}

/// The entries of two graphs, of which equal ones are one.
private struct MergedEntries {
  private(set) var all: [ArchiveClassEntry]
  /// The new number of each entry of the other graph.
  private(set) var numbers: [Int: Int] = [:]
  private var known: [ArchiveClassEntry: Int] = [:]
  private var kinds: [ExactString: ArchiveClassEntry.Kind] = [:]

  init(_ classes: ArchiveClassTable) {
    all = classes.entries
    for (number, entry) in zip(1..., all) {
      known[entry] = known[entry] ?? number
      kinds[ExactString(entry.name)] = entry.kind
    }
  }

  /// Adds an entry of the other graph after its superclasses, which may have entries behind it.
  mutating func add(_ number: Int, of classes: ArchiveClassTable) throws(ArchiveMergeConflict) {
    guard numbers[number] == nil else { return }
    for link in classes.chain(of: number) where numbers[link] == nil {
      guard var entry = classes[link] else { continue }
      entry.superclass = entry.superclass.flatMap { numbers[$0] }
      let name = ExactString(entry.name)
      guard kinds[name] ?? entry.kind == entry.kind else { throw .kind(entry.name) }
      if let same = known[entry] {
        numbers[link] = same
        continue
      }
      all.append(entry)
      known[entry] = all.count
      kinds[name] = entry.kind
      numbers[link] = all.count
    }
  }
}

/// The new numbers of the objects and entries of a graph that is added to another one.
struct Merging: ValueTranslation {
  let classes: ArchiveClassTable
  fileprivate let objectCount: Int
  fileprivate let entries: [Int: Int]

  func reference(_ number: Int, _ type: ArchiveTypeDescriptor) -> ArchiveValue {
    // A number that no object has stays one, so that writing refuses it.
    let (new, overflow) = number.addingReportingOverflow(objectCount)
    return .reference(number > 0 && !overflow ? new : number)
  }

  func type(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor { type }

  func entry(_ number: Int) -> Int { entries[number] ?? 0 }
}
