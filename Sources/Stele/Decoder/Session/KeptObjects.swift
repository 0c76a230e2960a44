/// The objects of unknown classes and the unknown keys that the program may keep after the session, and the reports to them.
struct KeptObjects {
  /// The kept archive, once something is kept.
  fileprivate var archive: KeptArchive?
  /// The objects that have been made, and are not yet reported to the kept archive.
  fileprivate var unreported: [Int] = []
  /// The number of allowed classes at the last report.
  fileprivate var classCount = 0

  @inline(__always)
  mutating func remember(made number: Int) {
    if archive != nil { unreported.append(number) }
  }
}

extension DecodingSession {
  /// The archive of what is kept, made at the first request.
  var keptArchive: KeptArchive {
    if let archive = kept.archive { return archive }
    let new = KeptArchive(store)
    kept.archive = new
    var number = 0
    while let next = objects.firstTouched(after: number) {
      number = next
      if objects.state(of: number) == .made { kept.unreported.append(number) }
    }
    return new
  }

  /// Reports the objects of the program to the kept archive, each once.
  func reportKeptObjects() {
    guard let archive = kept.archive else { return }
    if kept.classCount != classes.count {
      archive.renames = classes.renames(store.context.classes)
      kept.classCount = classes.count
    }
    let numbers = kept.unreported
    kept.unreported = []
    for number in numbers {
      if let object = objects.object(number) { archive.remember(object, number) }
    }
  }

  /// Returns the opaque object for a reference, if objects of unknown classes are kept.
  func opaqueObject(_ number: Int, at offset: Int) throws -> OpaqueObject {
    guard number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let name = types.name(ofEntry: try store.entry(of: number)) ?? ""
    guard options.keepsUnknownClasses else { throw failure(.unknownClass(name), at: offset) }
    return keptArchive.opaque(number)
  }
}
