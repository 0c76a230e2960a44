import Stele
import SteleModel
import SteleVerifier

/// The result of decoding an archive that may be hostile, and its faults.
package struct DecodingTrial {
  /// The faults, in sentences; none if everything is in order.
  package private(set) var disagreements: [String] = []
  /// How many roots and objects have been decoded.
  package private(set) var decodedCount = 0

  private let bytes: [UInt8]
  private var choices: Script
  private let settings: Settings
  private let isValid: Bool
  private let objectCount: Int

  private struct Settings {
    var decoder = SteleDecoder()
    var allowed: Set<String> = []
    var hasUsualLimits = true

    init(_ choices: inout Script) {
      let flags = choices.byte()
      // Dogs are the type of a property, and so allowed from when that has been asked for.
      if flags & 0x10 != 0 { allow(Dog.self) }
      if flags & 1 != 0 { allow(Dog.self) }
      if flags & 2 != 0 { allow(Cat.self) }
      if flags & 4 != 0 { allow(Puppy.self) }
      if flags & 8 != 0 { allow(Gate.self) }
      if flags & 16 != 0 { decoder.unknownClasses = .keep }
      if flags & 0xE0 == 0x20 {
        decoder.allowsListedClassesOnly = true
        allow(Animal.self)
        allow(Tag.self)
      }
      if flags & 0xE0 == 0x40 {
        hasUsualLimits = false
        decoder.limits.memoryPerByte = 8
        decoder.limits.memoryAllowance = 2_048
        decoder.limits.valueNesting = 6
      }
    }

    private mutating func allow(_ type: any (Decodable & AnyObject & SendableMetatype).Type) {
      decoder.allow(type)
      allowed.insert("\(type)")
    }
  }

  /// Decodes roots and objects of an archive as types that the choices name, whole and in part.
  package init(_ bytes: [UInt8], choices: Script) {
    self.bytes = bytes
    self.choices = choices
    settings = Settings(&self.choices)
    do throws(ArchiveError) {
      try ArchiveReader.check(bytes, limits: settings.decoder.limits)
      isValid = true
    } catch {
      isValid = false
    }
    objectCount = (try? ArchiveReader(opening: bytes).objectCount) ?? 0
    let requests = requests()
    let whole = outcomes(of: requests, isRepetition: false) { try Unarchiver(bytes, decoder: $0) }
    if whole == nil, isValid { fail("only the unarchiver refuses") }
    if whole != nil, !isValid { fail("only the unarchiver accepts") }
    let partial = outcomes(of: requests, isRepetition: whole != nil) {
      try Unarchiver(ArchiveReader(opening: bytes, limits: $0.limits), decoder: $0)
    }
    if partial == nil, isValid { fail("only the reader in part refuses") }
    guard isValid, settings.hasUsualLimits, !settings.decoder.allowsListedClassesOnly, let whole,
      let partial
    else { return }
    for (request, pair) in zip(requests, zip(whole, partial)) where pair.0 != pair.1 {
      fail("\(request): \(pair.0) of the whole, \(pair.1) in part")
    }
  }

  private mutating func fail(_ message: String) {
    disagreements.append(String(message.prefix(600)))
  }

  /// One call of the unarchiver.
  private struct Request: CustomStringConvertible {
    let kind: SpecimenKind
    var root: String?
    var object = 0

    var description: String {
      "\(kind.name) of \(root.map { "root \"\($0)\"" } ?? "object \(object)")"
    }

    func specimen(of unarchiver: Unarchiver) throws -> Specimen? {
      if let root { return try kind.root(unarchiver, root) }
      return try kind.object?(unarchiver, object)
    }
  }

  private mutating func requests() -> [Request] {
    var requests: [Request] = []
    guard let archive = try? ArchiveReader(opening: bytes, limits: settings.decoder.limits) else {
      return []
    }
    let roots = (try? archive.roots()) ?? []
    for root in roots.prefix(4) {
      if let fitting = SpecimenKind.all.first(where: { $0.fits(root.type) }) {
        requests.append(Request(kind: fitting, root: root.name))
      }
      if let kind = choices.pick(SpecimenKind.all), choices.below(2) == 0 {
        requests.append(Request(kind: kind, root: root.name))
      }
    }
    for _ in 0..<choices.below(5) {
      let number = choices.below(objectCount + 2)
      let name = (try? archive.object(number))?.flatMap { archive.classes[$0.entry]?.name }
      let fitting = SpecimenKind.objects.first { $0.name == name }
      let kind =
        fitting.flatMap { choices.below(4) > 0 ? $0 : nil } ?? choices.pick(SpecimenKind.objects)
      if let kind { requests.append(Request(kind: kind, object: number)) }
    }
    if choices.below(2) == 1 { requests.reverse() }
    return requests
  }

  /// The outcome of a request.
  private enum Outcome: Equatable, CustomStringConvertible {
    case refused
    case decoded(canonical: [UInt8]?)

    var description: String {
      switch self {
      case .refused: "refused"
      case .decoded(let bytes): bytes.map { "decoded, \($0.count) bytes" } ?? "decoded"
      }
    }
  }

  /// Decodes everything that is requested with one unarchiver; nil when that cannot be made.
  private mutating func outcomes(
    of requests: [Request], isRepetition: Bool, _ open: (SteleDecoder) throws -> Unarchiver
  ) -> [Outcome]? {
    let tally = Tally()
    let result = Tally.$current.withValue(TallyBox(tally: tally)) { () -> [Outcome]? in
      let unarchiver: Unarchiver
      do {
        unarchiver = try open(settings.decoder)
      } catch {
        examine(error, "opening")
        // The list of classes is compared with the archive first of all.
        if settings.decoder.allowsListedClassesOnly, isValid {
          return requests.map { _ in .refused }
        }
        return nil
      }
      return decode(requests, with: unarchiver, isRepetition: isRepetition, tally)
    }
    // Only objects in cycles still exist.
    tally.unlinkAll()
    if tally.livingCount != 0 { fail("\(tally.livingCount) objects are never released") }
    return result
  }

  private mutating func decode(
    _ requests: [Request], with unarchiver: Unarchiver, isRepetition: Bool, _ tally: Tally
  ) -> [Outcome] {
    var specimens: [Specimen] = []
    var outcomes: [Outcome] = []
    for (number, request) in requests.enumerated() {
      do {
        guard let specimen = try request.specimen(of: unarchiver) else { continue }
        decodedCount += 1
        specimens.append(specimen)
        outcomes.append(.decoded(canonical: nil))
      } catch {
        examine(error, "\(request)")
        outcomes.append(.refused)
      }
      examine(tally, "\(request)", requestCount: number + 1)
    }
    if specimens.count == outcomes.count, tally.hasSleeper { fail("an object was not woken") }
    var next = specimens.makeIterator()
    for index in outcomes.indices where outcomes[index] != .refused {
      guard let specimen = next.next() else { break }
      let canonical =
        isRepetition ? try? specimen.encoded(.canonical) : roundTrip(specimen, "\(requests[index])")
      outcomes[index] = .decoded(canonical: canonical)
    }
    return outcomes
  }

  private mutating func examine(_ tally: Tally, _ place: String, requestCount: Int) {
    // An object is made once. A value of another kind that is read as a class makes one each time; none takes less than a byte.
    if tally.madeCount > objectCount + requestCount * bytes.count {
      fail("\(place): \(tally.madeCount) objects made of \(objectCount)")
    }
    let open: Set = ["Dog", "Cat", "Puppy", "Gate", "Wolf"]
    var forbidden = tally.classNames.subtracting(settings.allowed)
    if !settings.decoder.allowsListedClassesOnly {
      forbidden.formIntersection(open)
      // Dogs are the type of a property.
      forbidden.remove("Dog")
    }
    if !forbidden.isEmpty { fail("\(place): objects of \(forbidden.sorted()) were made") }
  }

  private mutating func examine(_ error: any Error, _ place: String) {
    switch error {
    case is DecodingError, is ArchiveError, is SteleCodingError: break
    default: fail("\(place): an error of another kind: \(error)")
    }
  }

  /// Encodes and decodes again; gives the canonical form, where there is one.
  private mutating func roundTrip(_ specimen: Specimen, _ place: String) -> [UInt8]? {
    var decoder = settings.decoder
    decoder.limits = ArchiveLimits()
    // An unarchiver allows what it was asked for before, which this is to do without.
    decoder.allow(Dog.self)
    let canonical = SteleEncoder.canonical
    let tally = Tally()
    return Tally.$current.withValue(TallyBox(tally: tally)) {
      defer { tally.unlinkAll() }
      do {
        let encoded = try specimen.encoded(SteleEncoder())
        if let finding = Verifier().verify(encoded).findings.first {
          fail("\(place): what is encoded again does not verify: \(finding)")
          return nil
        }
        let again = try specimen.decodedAgain(decoder, encoded)
        guard let first = try? specimen.encoded(canonical) else { return nil }
        if let finding = Verifier(level: .canonical).verify(first).findings.first {
          fail("\(place): the canonical form has a finding: \(finding)")
        }
        let second = try again.encoded(canonical)
        if second != first { fail("\(place): comes back changed") }
        return first
      } catch {
        if !isExpected(error) { fail("\(place): cannot be written and read again: \(error)") }
        return nil
      }
    }
  }

  /// Whether what was decoded may well not be written: values that differ in the archive have become the same,
  /// and values that a program keeps contradict it, or are wrong in an archive of which only a part was read.
  private func isExpected(_ error: any Error) -> Bool {
    // Kept content is read when it is written, with the memory that the archive allows.
    if let error = error as? ArchiveError, error.rule == .memory { return true }
    guard case EncodingError.invalidValue(_, let context) = error,
      let cause = context.underlyingError as? SteleCodingError
    else { return false }
    switch cause.reason {
    case .duplicateAfterConversion, .retiredKey, .nestingTooDeep, .stackTooSmall: return true
    // An object that is kept as it was may refer back to the shelf that holds it, which cannot be made after it.
    case .strongCycle(let path): return path.contains { $0.hasPrefix("Shelf.") }
    case .wrongType: return !isValid || hasOtherSuperclasses
    default: return false
    }
  }

  /// Whether a class of the program has a superclass in the archive that it does not have in the program.
  ///
  /// An object that is kept as it was may refer to an object of the class by that name.
  private var hasOtherSuperclasses: Bool {
    let superclasses = [
      "Animal": [], "Dog": ["Animal"], "Cat": ["Animal"], "Puppy": ["Dog", "Animal"],
    ]
    guard let classes = try? ArchiveReader(opening: bytes).classes else { return false }
    return classes.entries.indices.contains { index in
      let chain = classes.chain(of: index + 1).compactMap { classes[$0]?.name }
      guard let known = superclasses[classes.entries[index].name] else { return false }
      return chain.dropLast().contains { !known.contains($0) }
    }
  }
}

extension SpecimenKind {
  /// Whether a root of a type was probably written as this one.
  func fits(_ type: ArchiveTypeDescriptor) -> Bool {
    switch (name, type) {
    case (_, .reference(to: let className?)): name == className
    case (_, .list(.reference(to: let className?))): name == "Array<\(className)>"
    case ("Dictionary<String, Array<Shape>>", .map): true
    case ("Array<Optional<Array<Reading>>>", .list(.optional)): true
    case ("Array<Settings>", .list(.struct)): true
    default: false
    }
  }
}
