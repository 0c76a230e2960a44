import Stele
import SteleModel

/// The form that the objects or structs of an entry take in a keyed archive.
struct ExportEntry {
  enum Role {
    /// A dictionary with `$class`.
    case record
    /// A dictionary with `$classname`.
    case classRecord
    /// A value that is a member of `$objects` itself.
    case bareValue
    /// A dictionary that is a value.
    case dictionary
  }

  let role: Role
  /// The stored keys of the chain.
  let keys: [ArchiveKey]
  let keyNodes: [Int]

  init?(_ number: Int, of graph: ArchiveGraph, arena: inout NodeArena) {
    guard let entry = graph.classes[number] else { return nil }
    if entry.kind == .struct {
      guard entry.name.isExactly(MappedName.dictionary) else { return nil }
      role = .dictionary
    } else if MappedName.isRecordEntry(entry.name) {
      role = .record
    } else if entry.name.isExactly(MappedName.classKey) {
      role = .classRecord
    } else {
      role = .bareValue
    }
    keys = graph.classes.storedKeys(of: number)
    keyNodes = keys.map { arena.add($0.name) }
  }
}
