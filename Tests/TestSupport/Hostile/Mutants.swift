import Stele
import SteleModel

/// Changed archives, each of which its seed decides.
///
/// Most have right checks and an index that fits, so that the changes reach the rules of the content.
package struct Mutants: Sendable {
  /// An archive to be changed.
  package struct Base: Sendable {
    package let name: String
    let bytes: [UInt8]
    /// Whether it is of classes that the tests have, so that it can be decoded.
    let isOfSpecimens: Bool
  }

  private let bases: [Base]

  /// Larger archives are left out: few changes of them prove more than those of small ones.
  private static let largestByteCount = 3_000

  /// Takes the valid and invalid fixtures, samples, random graphs, and archives of the classes that the tests have.
  package init() throws {
    var bases: [Base] = []
    func add(_ name: String, _ bytes: [UInt8], isOfSpecimens: Bool = false) {
      guard bytes.count <= Self.largestByteCount else { return }
      bases.append(Base(name: name, bytes: bytes, isOfSpecimens: isOfSpecimens))
    }
    for fixture in try JudgedFixture.all() { add(fixture.file, fixture.bytes) }
    for (number, bytes) in SampleArchives.all.enumerated() { add("sample \(number)", bytes) }
    for seed in UInt64(0)..<100 {
      add("graph \(seed)", try RandomGraph.make(seed: seed).encoded())
    }
    for seed in UInt64(0)..<60 {
      add("specimen \(seed)", try SpecimenMaker.archive(seed: seed), isOfSpecimens: true)
    }
    self.bases = bases
  }

  /// A changed archive.
  package func mutant(seed: UInt64) -> Mutant {
    var random = RandomSource(seed: seed)
    let donor = random.pick(bases, or: bases[0])
    // A quarter is of specimens, which alone the decoder has classes for.
    let base =
      random.isOne(in: 4)
      ? random.pick(bases.filter(\.isOfSpecimens), or: donor) : random.pick(bases, or: donor)
    var bytes = base.bytes
    if random.isOne(in: 2) {
      var mutation = PayloadMutation(seed: random.next())
      bytes = mutation.changed(bytes, donor: donor.bytes) ?? bytes
    }
    for _ in 0..<random.count(upTo: 3) { Self.change(&bytes, &random) }
    if random.isOne(in: 20) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
    if !random.isOne(in: 8) { bytes = ChunkAssembler.reseal(bytes) ?? bytes }
    let choices =
      base.isOfSpecimens ? (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) } : nil
    return Mutant(base: base.name, bytes: bytes, choices: choices.map { Script($0) })
  }

  /// Changes one byte or two; most changes are to values that mean something.
  private static func change(_ bytes: inout [UInt8], _ random: inout RandomSource) {
    guard bytes.count > 40 else { return }
    let offset = Int.random(in: 8..<(bytes.count - 8), using: &random)
    switch random.next() % 6 {
    case 0: bytes[offset] ^= 1 << (random.next() % 8)
    case 1: bytes[offset] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes[offset] = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x14, 0x20][Int(random.next() % 8)]
    case 3: bytes[offset] &-= 1
    case 4: bytes.swapAt(offset, Int.random(in: 8..<(bytes.count - 8), using: &random))
    default: bytes[offset] &+= 1
    }
  }
}

/// A changed archive, which may still be valid.
package struct Mutant: Sendable {
  /// The name of the base.
  package let base: String
  package let bytes: [UInt8]
  /// How it is decoded, if its classes are known.
  let choices: Script?

  /// Returns the judgement of all readers.
  package func judged() -> Judgement {
    var judgement = Judgement(bytes, .everything)
    if let choices {
      judgement.disagreements += DecodingTrial(bytes, choices: choices).disagreements
    }
    return judgement
  }
}
