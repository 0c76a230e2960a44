import Foundation
import SteleInspection
import TestSupport

/// Puts every byte string up to a length into every place of the grammar, and gives the archives to all implementations.
///
/// A place is a field of a small valid fixture; fields that differ only in numbers and names are one place. Checks,
/// lengths and index are made right, so that the strings reach what reads the field.
struct Exhaustion {
  /// The longest strings, in bytes.
  let largestByteCount: Int
  /// After this time no further place is begun, in seconds.
  let seconds: Double

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

  private struct Outcome: Sendable {
    var judgedCount = 0
    var acceptedCount = 0
    var disagreements: [String] = []
  }

  /// Runs, and returns whether everything agrees.
  func run() async throws -> Bool {
    let places = try places()
    let start = Date()
    var total = Outcome()
    var unfinishedCount = 0
    for byteCount in 0...largestByteCount {
      await withTaskGroup(of: Outcome.self) { group in
        var rest = places.makeIterator()
        func begin() {
          guard let place = rest.next() else { return }
          guard Date().timeIntervalSince(start) < seconds else {
            unfinishedCount += 1
            return begin()
          }
          group.addTask { Self.outcome(at: place, byteCount: byteCount) }
        }
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { begin() }
        while let outcome = await group.next() {
          total.judgedCount += outcome.judgedCount
          total.acceptedCount += outcome.acceptedCount
          total.disagreements += outcome.disagreements
          for line in outcome.disagreements { print(line) }
          begin()
        }
      }
    }
    print(
      """
      \(places.count) places, all strings of at most \(largestByteCount) bytes, \(unfinishedCount) places left \
      out for lack of time; \(total.judgedCount) archives judged, \(total.acceptedCount) of them valid, \
      \(total.disagreements.count) disagreements
      """)
    return total.disagreements.isEmpty
  }

  private func places() throws -> [Place] {
    var known: Set<String> = []
    var places: [Place] = []
    for fixture in try ValidFixtures.all().sorted(by: { $0.bytes.count < $1.bytes.count })
    where fixture.bytes.count <= Self.largestArchive {
      for field in try Explanation.fields(of: fixture.bytes) {
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

  private static func outcome(at place: Place, byteCount: Int) -> Outcome {
    var outcome = Outcome()
    guard let original = try? ArchiveParts(archive: place.archive) else {
      outcome.disagreements.append("\(place.fixture): cannot be taken apart")
      return outcome
    }
    for number in 0..<(1 << (8 * byteCount)) {
      var parts = original
      let string = (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      parts.parts[place.chunk].payload.replaceSubrange(place.range, with: string)
      // The index is a place, too.
      if place.chunk < original.parts.count - 1 { parts.renewIndex() }
      let judgement = Judgement(parts.sealed(), .verdicts)
      outcome.judgedCount += 1
      if judgement.refusal == nil { outcome.acceptedCount += 1 }
      outcome.disagreements += judgement.disagreements.map {
        "\(place.fixture), \(place.name) = \(string.hexadecimal()): \($0)"
      }
    }
    return outcome
  }
}
