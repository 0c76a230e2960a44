/// The parts of the archive that outlive the session: objects of unknown classes, and unknown keys.
struct KeptObjects {
  private let store: RecordStore
  /// Whether objects of unknown classes are kept.
  let isAllowed: Bool
  /// The kept archive, once something is kept.
  private var archive: KeptArchive?
  /// The objects that have been made, and are not yet reported to the kept archive.
  private var unreported: [Int] = []
  /// The number of allowed classes at the last report.
  private var classCount = 0

  init(_ store: RecordStore, isAllowed: Bool) {
    self.store = store
    self.isAllowed = isAllowed
  }

  /// Returns the kept archive, made at the first request.
  mutating func archive(_ objects: ObjectTable) -> KeptArchive {
    if let archive { return archive }
    let new = KeptArchive(store)
    archive = new
    var number = 0
    while let next = objects.firstTouched(after: number) {
      number = next
      if objects.state(of: number) == .made { unreported.append(number) }
    }
    return new
  }

  @inline(__always)
  mutating func remember(made number: Int) {
    if archive != nil { unreported.append(number) }
  }

  /// Reports the objects of the program to the kept archive, each once.
  mutating func reportObjects(_ objects: ObjectTable, _ classes: AllowedClasses) {
    guard let archive else { return }
    if classCount != classes.count {
      archive.renames = classes.renames(store.context.classes)
      classCount = classes.count
    }
    let numbers = unreported
    unreported = []
    for number in numbers {
      if let object = objects.object(number) { archive.remember(object, number) }
    }
  }
}

extension DecodingSession {
  /// Returns the opaque object for a reference, if objects of unknown classes are kept.
  func opaqueObject(_ number: Int, at offset: Int) throws -> OpaqueObject {
    guard number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let name = types.name(ofEntry: try store.entry(of: number)) ?? ""
    guard kept.isAllowed else { throw failure(.unknownClass(name), at: offset) }
    return kept.archive(objects).opaque(number)
  }
}
