import Stele
import SteleModel

/// An entry of objects or structs that take a form in a keyed archive.
struct ExportEntry {
  let name: String
  /// The stored keys of the chain.
  let keys: [ArchiveKey]
  let keyNodes: [Int]

  init?(_ number: Int, of graph: ArchiveGraph, arena: inout NodeArena) {
    guard let entry = graph.classes[number],
      entry.kind == .class || entry.name.isExactly(MappedName.dictionary)
    else { return nil }
    name = entry.name
    keys = graph.classes.storedKeys(of: number)
    keyNodes = keys.map { arena.add($0.name) }
  }

  /// Whether its objects are dictionaries with `$class`.
  var isOfRecords: Bool { MappedName.isRecordEntry(name) }

  /// Whether its objects are values that are members of `$objects` themselves.
  var isOfBareValues: Bool { !isOfRecords && !name.isExactly(MappedName.classKey) }
}
