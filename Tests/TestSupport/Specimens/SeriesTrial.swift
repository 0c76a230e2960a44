package import Stele
internal import SteleModel

/// A decoder of whole archives: a new one for each, or one for a series.
package protocol RootDecoding {
  /// Decodes the root of an archive.
  func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T
}

extension SteleDecoder: RootDecoding {}

extension SeriesDecoder: RootDecoding {}

/// A series of archives of specimens, valid ones and changed ones in any order, each of which is decoded by the decoder of the series
/// and by a new one.
package struct SeriesTrial {
  /// The differences between the results, in sentences; none if everything is in order.
  package private(set) var disagreements: [String] = []
  /// How many archives have been decoded, and how many have been refused.
  package private(set) var decodedCount = 0
  package private(set) var refusedCount = 0

  private var random: RandomSource
  private let decoder: SteleDecoder
  private let series: SeriesDecoder

  /// Decodes a number of archives that a seed decides.
  package init(seed: UInt64, archiveCount: Int) throws {
    var random = RandomSource(seed: seed)
    decoder = Self.decoder(&random)
    series = SeriesDecoder(decoder)
    self.random = random
    let bases = try (0..<2).map { _ in try base() }
    for number in 0..<archiveCount {
      let base = self.random.pick(bases, or: bases[0])
      compare(changed(base.bytes, donor: bases[0].bytes), as: kind(of: base), "archive \(number)")
    }
  }

  private static func decoder(_ random: inout RandomSource) -> SteleDecoder {
    var decoder = SteleDecoder()
    for type in [Dog.self, Cat.self, Puppy.self, Wolf.self] as [Animal.Type]
    where !random.isOne(in: 4) { decoder.allow(type) }
    if !random.isOne(in: 4) { decoder.allow(Gate.self) }
    if random.isOne(in: 2) { decoder.unknownClasses = .keep }
    if random.isOne(in: 8) {
      decoder.allowsListedClassesOnly = true
      decoder.allow(Animal.self, Tag.self, Person.self, Leaf.self, Node.self)
    }
    if random.isOne(in: 8) {
      decoder.limits.memoryPerByte = 8
      decoder.limits.memoryAllowance = 512 << random.count(upTo: 4)
      decoder.limits.valueNesting = 6
    }
    return decoder
  }

  private struct Base {
    let bytes: [UInt8]
    let fitting: SpecimenKind?
  }

  private mutating func base() throws -> Base {
    let bytes = try SpecimenMaker.archive(seed: random.next() % 1000)
    let type = try ArchiveReader(opening: bytes).roots().first?.type
    return Base(
      bytes: bytes, fitting: type.flatMap { type in SpecimenKind.all.first { $0.fits(type) } })
  }

  private mutating func kind(of base: Base) -> SpecimenKind {
    let other = random.pick(SpecimenKind.all, or: SpecimenKind.all[0])
    return random.isOne(in: 5) ? other : base.fitting ?? other
  }

  private mutating func changed(_ bytes: [UInt8], donor: [UInt8]) -> [UInt8] {
    var bytes = bytes
    switch random.next() % 6 {
    case 0:
      var mutation = PayloadMutation(seed: random.next())
      bytes = mutation.changed(bytes, donor: donor) ?? bytes
    case 1, 2:
      // Most offsets are in the records, which are larger than the class table.
      let offset = Int.random(in: 8..<(bytes.count - 8), using: &random)
      bytes[offset] = UInt8(truncatingIfNeeded: random.next())
    default: return bytes
    }
    return random.isOne(in: 6) ? bytes : ChunkAssembler.reseal(bytes) ?? bytes
  }

  /// The result of decoding an archive.
  private struct Outcome: Equatable, CustomStringConvertible {
    /// The canonical form of the decoded value, if there is one.
    var canonical: [UInt8]?
    /// The text of the error, if there is one, with its cause.
    var failure: String?
    var madeCount = 0
    var classNames: Set<String> = []
    /// The number of objects that live when the value has been released, because they are in a cycle.
    var livingCount = 0

    var description: String {
      let result = failure ?? "decoded, \(canonical?.count ?? 0) canonical bytes"
      return "\(result), \(madeCount) objects of \(classNames.sorted()) made, \(livingCount) left"
    }
  }

  private mutating func compare(_ bytes: [UInt8], as kind: SpecimenKind, _ place: String) {
    let expected = outcome(bytes, as: kind, by: decoder)
    let found = outcome(bytes, as: kind, by: series)
    if expected.failure == nil { decodedCount += 1 } else { refusedCount += 1 }
    guard expected != found else { return }
    disagreements.append("\(place) as \(kind.name): \(expected) alone, \(found) in the series")
  }

  private func outcome(
    _ bytes: [UInt8], as kind: SpecimenKind, by decoder: some RootDecoding
  ) -> Outcome {
    let tally = Tally()
    defer { tally.unlinkAll() }
    var outcome = Outcome()
    Tally.$current.withValue(TallyBox(tally: tally)) {
      do {
        let specimen = try kind.whole(decoder, bytes)
        (outcome.madeCount, outcome.classNames) = (tally.madeCount, tally.classNames)
        outcome.canonical = try? specimen.encoded(.canonical)
      } catch {
        let cause = (error as? DecodingError)?.context?.underlyingError
        outcome.failure = "\(CodingFailure(error)), \(cause.map { "\($0)" } ?? "")"
        (outcome.madeCount, outcome.classNames) = (tally.madeCount, tally.classNames)
      }
    }
    outcome.livingCount = tally.livingCount
    return outcome
  }
}
