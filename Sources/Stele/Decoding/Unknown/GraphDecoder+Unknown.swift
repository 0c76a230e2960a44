extension GraphDecoder {
  /// What is kept of the archive.
  func keptArchive() -> KeptArchive {
    if let kept { return kept }
    let new = KeptArchive(store)
    kept = new
    return new
  }

  /// Tells what is kept which objects the program has.
  func noteKnownObjects() {
    guard let kept else { return }
    kept.renames = renames()
    for number in 0..<objects.count {
      if let object = objects.object(number + 1) { kept.note(object, number + 1) }
    }
  }

  /// Whether an object is of a class that the program knows.
  func knowsClass(of number: Int) throws(ArchiveError) -> Bool {
    guard let name = store.context.classes[try store.entry(of: number)]?.name else { return false }
    return isKnown(className: name)
  }

  /// An opaque object for a reference, if such are wanted.
  func opaqueObject(_ number: Int, at site: Site, offset: Int) throws -> OpaqueObject {
    guard number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let name = store.context.classes[try store.entry(of: number)]?.name ?? ""
    guard keepsUnknownClasses else {
      throw site.failure(
        .unknownClass(name), at: offset,
        "The archive has an object of the class \(name), and the decoder was not told to keep such."
      )
    }
    return keptArchive().opaque(number)
  }

  /// The number in a strong or weak reference, or 0 for nil.
  func reference(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, as type: Any.Type, at site: Site
  ) throws -> Int {
    let start = input.offset
    guard let plan = plan.isWrapped ? try unwrap(plan, &input) : plan else { return 0 }
    guard plan.code == .ref || plan.isOptionalReference || plan.code == .weak else {
      throw site.wrongType(type, plan, at: start)
    }
    return try readReference(plan, &input)
  }
}

extension OpaqueObject: SelfReading {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader { OpaqueObjectReader() }
}

/// Reads references to objects that are kept as they are.
///
/// Spec §8.5.
final class OpaqueObjectReader: TypeReader<OpaqueObject> {
  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> OpaqueObject {
    let start = input.offset
    let graph = site.decoder.graph
    let number = try graph.reference(plan, &input, as: OpaqueObject.self, at: site)
    guard number > 0 else { throw site.noValue(OpaqueObject.self, at: start) }
    return try graph.opaqueObject(number, at: site, offset: start)
  }
}

extension MaybeUnknown: SelfReading {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    MaybeUnknownReader(try graph.reader(of: Object.self))
  }
}

/// Reads references to objects of a class of the program, or of classes that it does not know.
///
/// Spec §8.5.
final class MaybeUnknownReader<Object: AnyObject & Codable>: TypeReader<MaybeUnknown<Object>> {
  private let known: TypeReader<Object>

  init(_ known: TypeReader<Object>) {
    self.known = known
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> MaybeUnknown<Object> {
    let start = input.offset
    let graph = site.decoder.graph
    var ahead = input
    let number = try graph.reference(plan, &ahead, as: Object.self, at: site)
    guard number > 0 else { throw site.noValue(Object.self, at: start) }
    if number <= graph.store.objectCount, try !graph.knowsClass(of: number) {
      input = ahead
      return .unknown(try graph.opaqueObject(number, at: site, offset: start))
    }
    return .known(try known.read(plan, &input, at: site))
  }
}
