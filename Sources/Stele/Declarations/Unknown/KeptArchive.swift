/// The archive that things come from which a program keeps without knowing them.
///
/// They are kept as the bytes that they are, and read when the program inspects them or writes them back. So a graph of opaque
/// objects, circles and long chains included, is one object in memory, which goes when the last of its parts goes.
///
/// Objects of the program are not owned: one that the program has let go of is written back as it was in the archive.
///
/// Spec §8.5.
final class KeptArchive {
  /// The records.
  let store: RecordStore
  /// For names of classes that the archive has, the names by which the program knows these classes now.
  var renames: [ExactString: String] = [:] {
    didSet { longestRename = renames.keys.lazy.map(\.string.utf8.count).max() ?? 0 }
  }
  /// The length of the longest name that has another one now, so that a long name of the archive is not hashed at each use.
  private var longestRename = 0
  private var opaques: [Int: WeakObject<OpaqueObject>] = [:]
  private var known: [Int: WeakObject<AnyObject>] = [:]

  private struct WeakObject<Object: AnyObject> {
    weak var object: Object?
  }

  init(_ store: RecordStore) {
    self.store = store
  }

  /// The opaque object of a number, which is the same one as long as someone holds it.
  func opaque(_ number: Int) -> OpaqueObject {
    if let object = opaques[number]?.object { return object }
    let object = OpaqueObject(number, in: self)
    opaques[number] = WeakObject(object: object)
    return object
  }

  /// Notes an object that the program has made.
  func note(_ object: AnyObject, _ number: Int) {
    known[number] = WeakObject(object: object)
  }

  /// What a reference leads to: the program's object, if there is one, or an opaque one.
  func target(_ number: Int) -> AnyObject { known[number]?.object ?? opaque(number) }

  /// The class entries of an object, the topmost superclass first.
  func levels(of number: Int) -> [ArchiveClassEntry] {
    guard let entry = try? store.entry(of: number) else { return [] }
    return store.context.classes.chain(of: entry).compactMap { store.context.classes[$0] }
  }

  /// An entry by its current names.
  func renamed(_ entry: ArchiveClassEntry) -> ArchiveClassEntry {
    guard !renames.isEmpty else { return entry }
    var entry = entry
    entry.name = now(entry.name)
    for index in entry.keys.indices { entry.keys[index].type = renamed(entry.keys[index].type) }
    for index in entry.cases.indices {
      for key in entry.cases[index].keys.indices {
        entry.cases[index].keys[key].type = renamed(entry.cases[index].keys[key].type)
      }
    }
    return entry
  }

  private func now(_ name: String) -> String {
    name.utf8.count <= longestRename ? renames[ExactString(name)] ?? name : name
  }

  /// A type by its current names; descriptors nest no deeper than the limits of the reader allow.
  func renamed(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor {
    guard !renames.isEmpty else { return type }
    return switch type {
    case .optional(let part): .optional(renamed(part))
    case .list(let part): .list(renamed(part))
    case .set(let part): .set(renamed(part))
    case .map(let key, let value): .map(key: renamed(key), value: renamed(value))
    case .reference(let name): .reference(to: name.map(now))
    case .weakReference(let name): .weakReference(to: name.map(now))
    case .structure(let name): .structure(now(name))
    case .enumeration(let name): .enumeration(now(name))
    default: type
    }
  }
}
