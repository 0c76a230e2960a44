/// The translation of kept values into the archive that is being written: references get the numbers of the new archive, and
/// their targets become part of it.
///
/// Spec §10.5.
final class KeptTranslation: ValueTranslation {
  private unowned let session: EncodingSession
  private let archive: KeptArchive
  /// For each entry of the old archive the number in the new one, or 0.
  private var entries: [Int]
  /// The value that is being translated into.
  private var cell: ValueCell?
  /// The entries whose versions and retired keys the levels of the new archive have.
  private var keptEntries: [ObjectIdentifier: Set<Int>] = [:]
  /// A kept key in the new archive: its number in its level, the index of its type, and the path to it from its class.
  typealias Place = (number: Int, type: Int, path: String)

  /// The places of the stored keys, by the levels of the new archive and the indices of the keys in the class table of the old one.
  private var places: [ObjectIdentifier: [Int: Place]] = [:]

  init(_ session: EncodingSession, _ archive: KeptArchive) {
    self.session = session
    self.archive = archive
    entries = Array(repeating: 0, count: archive.store.context.classes.count)
  }

  /// Returns the value for the new archive.
  ///
  /// - Throws: `EncodingError` if something that the value refers to cannot be written.
  func translate(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, in cell: ValueCell
  ) throws -> ArchiveValue {
    self.cell = cell
    defer { self.cell = nil }
    return try translate(value, type)
  }

  /// Returns the entry of a class for the new archive, which is defined with its superclasses if it is new.
  func define(_ number: Int) throws(ArchiveWritingError) -> Int {
    var superclass: Int?
    for level in classes.chain(of: number) {
      if entries[level - 1] == 0, let old = classes[level] {
        var entry = archive.renamed(old)
        entry.superclass = superclass
        entries[level - 1] = try session.tables.define(entry)
      }
      superclass = entries[level - 1]
    }
    return superclass ?? 0
  }

  /// Adds the version and the retired keys of an entry of the old archive to a level.
  ///
  /// A level that has changed often gets those of all entries of the class, so that later entries do not change it again.
  func keep(_ number: Int, in level: ObservedLevel) {
    guard let entry = classes[number],
      keptEntries[ObjectIdentifier(level)]?.contains(number) != true
    else { return }
    let numbers = level.isFull ? Array(1..<(classes.count + 1)) : [number]
    for number in numbers {
      guard let other = classes[number], other.name.isSameCopy(as: entry.name) else { continue }
      keptEntries[ObjectIdentifier(level), default: []].insert(number)
      level.keep(other)
    }
  }

  /// Returns the place of a key at a level; its name, which may be long, is looked up once for each key of an entry.
  func place(
    of key: KeptKey, _ archived: ArchiveKey, at level: ObservedLevel
  ) throws -> Place {
    if let stored = key.stored, let known = places[ObjectIdentifier(level)]?[stored] {
      return known
    }
    let place: Place = (
      number: level.number(ofKey: archived.name),
      type: try session.tables.index(of: archive.renamed(archived.type)),
      path: KeyPathText.root(level.name) + KeyPathText.key(archived.name)
    )
    level.keep(since: archived.since, ofKey: place.number)
    if let stored = key.stored { places[ObjectIdentifier(level), default: [:]][stored] = place }
    return place
  }

  var classes: ArchiveClassTable { archive.store.context.classes }

  func type(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor { archive.renamed(type) }

  func entry(_ number: Int) throws -> Int { try define(number) }

  func reference(_ number: Int, _ type: ArchiveTypeDescriptor) throws -> ArchiveValue {
    guard let cell else { return .reference(number) }
    let target = archive.target(number)
    var wanted = archive.renamed(type)
    if case .optional(let part) = wanted { wanted = part }
    guard session.object(target, isA: wanted.className) else {
      let name = (wanted.className ?? "").quoted
      let type = TypeName.inSource(Swift.type(of: target))
      throw cell.error(
        .wrongType(wanted), "what was kept refers to an object that is none of \(name) now",
        value: target,
        hint: target is OpaqueObject
          ? nil : "Declare \(name) as an alias of a superclass of \(type).")
    }
    if wanted.code == .weak {
      let bits = session.objects.weakValue(of: target)
      return .reference(bits & 1 == 0 ? Int(bits >> 1) : -1 - Int(bits >> 1))
    }
    return .reference(try cell.number(of: target))
  }
}
