import Foundation
import SteleInspection
import TestSupport

/// Puts every byte string up to a length into every place of the grammar, and gives the archives to the codec, the verifier
/// and, if one is named, another reader: `fixtures --exhaust [BYTES [SECONDS]] [READER]`.
///
/// A place is a field of a small valid fixture; fields that differ only in numbers and names are one place. Checks,
/// lengths and index are made right, so that the strings reach what reads the field.
struct Exhaustion {
  /// The longest strings, in bytes.
  let largestByteCount: Int
  /// After this time no further place is begun, in seconds.
  let seconds: Double
  /// A reader that is asked, too.
  let reader: Twin.Reader?

  /// The archives above this size have no places that smaller ones have not.
  private static let largestArchive = 512

  /// A field that strings are put into.
  private struct Place: Sendable {
    let name: String
    let fixture: String
    let archive: [UInt8]
    let chunk: Int
    let range: Range<Int>
  }

  /// Runs, and returns whether everything agrees.
  func run() async throws -> Bool {
    let places = try places()
    let reader = reader
    let (start, workerCount) = (Date(), ProcessInfo.processInfo.activeProcessorCount)
    let (largest, seconds) = (largestByteCount, seconds)
    var total = Outcome()
    // A share for each worker, because each worker needs a reader of its own.
    try await ParallelRun.run(0..<workerCount) { worker in
      let twin = try reader.map { try Twin($0) }
      var outcome = Outcome()
      for byteCount in 0...largest {
        for place in stride(from: worker, to: places.count, by: workerCount).map({ places[$0] }) {
          if Date().timeIntervalSince(start) < seconds {
            try outcome.add(place, byteCount: byteCount, twin)
          } else {
            outcome.unfinishedCount += 1
          }
        }
      }
      return outcome
    } take: {
      total.add($0)
    }
    print(
      """
      \(places.count) places, all strings of at most \(largestByteCount) bytes, \(total.unfinishedCount) places left \
      out for lack of time; \(total.judged)\(reader.map { ", \($0) included" } ?? "")
      """)
    return total.judged.disagreements.isEmpty
  }

  private func places() throws -> [Place] {
    var known: Set<String> = []
    var places: [Place] = []
    for fixture in try ValidFixtures.all().sorted(by: { $0.bytes.count < $1.bytes.count })
    where fixture.bytes.count <= Self.largestArchive {
      for field in try ArchiveExplanation.fields(of: fixture.bytes) {
        guard let (chunk, offset) = field.place else { continue }
        let name = field.path.replacing(/"[^"]*"|[0-9]+/, with: "#")
        guard known.insert(name).inserted else { continue }
        places.append(
          Place(
            name: name, fixture: fixture.name, archive: fixture.bytes, chunk: chunk,
            range: offset..<offset + field.byteCount))
      }
    }
    return places
  }

  private struct Outcome: Sendable {
    var judged = JudgedArchives()
    var unfinishedCount = 0

    mutating func add(_ other: Self) {
      judged.add(other.judged)
      unfinishedCount += other.unfinishedCount
    }

    /// Judges all strings of a length in one place.
    mutating func add(_ place: Place, byteCount: Int, _ twin: Twin?) throws {
      let original = try ArchiveParts(archive: place.archive)
      for number in 0..<(1 << (8 * byteCount)) {
        var parts = original
        let string = (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        parts.parts[place.chunk].payload.replaceSubrange(place.range, with: string)
        // The index is a place, too.
        if place.chunk < original.parts.count - 1 { parts.renewIndex() }
        let archive = parts.sealed()
        let name = "\(place.fixture), \(place.name) = \(string.hexadecimal())"
        let known = judged.disagreements.count
        judged.add(Judgement(archive, .verdicts), name)
        if let twin {
          judged.disagreements += try TwinRun.disagreements(about: archive, twin).map {
            "\(name): \($0)"
          }
        }
        for disagreement in judged.disagreements[known...] { print(disagreement) }
      }
    }
  }
}
