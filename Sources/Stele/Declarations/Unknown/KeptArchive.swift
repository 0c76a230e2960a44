/// The archive of opaque objects and unknown keys.
///
/// Their bytes are kept, and read when the program inspects them or writes them back. So a graph of opaque objects, including
/// cycles and long chains, is one object in memory, which is freed with the last of its parts.
///
/// Objects of the program are not owned: an object that the program has released is written back as it was in the archive.
///
/// Spec §10.5.
final class KeptArchive {
  let store: RecordStore
  /// The current names of classes, by their names in the archive.
  var renames: [ExactString: String] = [:] {
    didSet { longestRename = renames.keys.lazy.map(\.string.utf8.count).max() ?? 0 }
  }
  /// The length of the longest key of ``renames``, so that a longer name of the archive is not hashed at each use.
  private var longestRename = 0
  private var opaques: [Int: WeakTarget<OpaqueObject>] = [:]
  private var known: [Int: WeakTarget<AnyObject>] = [:]

  init(_ store: RecordStore) {
    self.store = store
  }

  /// Returns the opaque object of a number, which is the same object as long as it is held.
  func opaque(_ number: Int) -> OpaqueObject {
    if let object = opaques[number]?.target { return object }
    let object = OpaqueObject(number, in: self)
    opaques[number] = WeakTarget(object)
    return object
  }

  /// Registers an object that the program has made.
  func remember(_ object: AnyObject, _ number: Int) {
    known[number] = WeakTarget(object)
  }

  /// Returns the target of a reference: the program's object, if there is one, or an opaque one.
  func target(_ number: Int) -> AnyObject { known[number]?.target ?? opaque(number) }

  /// Returns the class entries of an object, the topmost superclass first.
  func levels(of number: Int) -> [ArchiveClassEntry] {
    let chain = (try? store.entry(of: number)).map(store.context.classes.chain)
    return chain?.compactMap { store.context.classes[$0] } ?? []
  }

  /// Returns an entry with the current names of classes.
  func renamed(_ entry: ArchiveClassEntry) -> ArchiveClassEntry {
    guard !renames.isEmpty else { return entry }
    var entry = entry
    entry.name = currentName(entry.name)
    func rename(_ keys: inout [ArchiveKey]) {
      for index in keys.indices { keys[index].type = renamed(keys[index].type) }
    }
    rename(&entry.keys)
    for index in entry.cases.indices { rename(&entry.cases[index].keys) }
    return entry
  }

  private func currentName(_ name: String) -> String {
    name.utf8.count <= longestRename ? renames[ExactString(name)] ?? name : name
  }

  /// Returns a type with the current names of classes; the limits of the reader bound its depth.
  func renamed(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor {
    guard !renames.isEmpty else { return type }
    return switch type {
    case .optional(let part): .optional(renamed(part))
    case .list(let part): .list(renamed(part))
    case .set(let part): .set(renamed(part))
    case .map(let key, let value): .map(key: renamed(key), value: renamed(value))
    case .reference(let name): .reference(to: name.map(currentName))
    case .weakReference(let name): .weakReference(to: name.map(currentName))
    case .struct(let name): .struct(currentName(name))
    case .enum(let name): .enum(currentName(name))
    default: type
    }
  }
}
