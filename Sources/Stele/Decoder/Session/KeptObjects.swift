extension DecodingSession {
  /// The kept parts of the archive, made when they are first asked for.
  func keptArchive() -> KeptArchive {
    if let kept { return kept }
    let new = KeptArchive(store)
    kept = new
    var number = 0
    while let next = objects.firstTouched(after: number) {
      number = next
      if objects.state(of: number) == .made { unnoted.append(number) }
    }
    return new
  }

  /// Notes the objects that the program has with what is kept of the archive, each once.
  func noteKnownObjects() {
    guard let kept else { return }
    if renamedCount != registry.count {
      kept.renames = registry.renames(store.context.classes)
      renamedCount = registry.count
    }
    let numbers = unnoted
    unnoted = []
    for number in numbers {
      if let object = objects.object(number) { kept.note(object, number) }
    }
  }

  /// Whether an object is of a class that the program knows.
  func knowsClass(of number: Int) throws(ArchiveError) -> Bool {
    guard let name = store.context.classes[try store.entry(of: number)]?.name else { return false }
    return registry[name] != nil
  }

  /// Returns an opaque object for a reference, if such are wanted.
  func opaqueObject(_ number: Int, at offset: Int) throws -> OpaqueObject {
    guard number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let name = store.context.classes[try store.entry(of: number)]?.name ?? ""
    guard keepsUnknownClasses else {
      throw failure(
        .unknownClass(name), at: offset)
    }
    return keptArchive().opaque(number)
  }

  /// The number in a strong or weak reference, or 0 for nil.
  func reference(
    _ type: ArchivedType, _ input: inout ValidCursor, as wanted: Any.Type
  ) throws -> Int {
    let start = input.offset
    guard let type = unwrap(type, &input) else { return 0 }
    guard type.isReference || type.code == .weak else {
      throw wrongType(wanted, type, at: start)
    }
    return store.readReference(type, &input)
  }
}
