import Foundation
import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport
import Testing

/// Files that another program changes while they are read.
///
/// The result depends on the time of the change; the process goes on.
@Suite struct `A file that changes while it is read` {
  /// How many pairs of contents each test goes through; more when the environment asks for a long run.
  private static let roundCount =
    ProcessInfo.processInfo.environment["STELE_SOAK_ROUNDS"].flatMap(Int.init) ?? 80

  /// Archives that differ in what a change puts in the place of what was read before: an archive, and it with changes of
  /// which the checks are right.
  private func contents(_ seed: UInt64) throws -> [[UInt8]] {
    var random = RandomSource(seed: seed)
    let samples = SampleArchives.all
    var contents: [[UInt8]] = []
    let sample = random.pick(samples, or: [])
    contents.append(random.isOne(in: 2) ? sample : try RandomGraph.make(seed: seed).encoded())
    let donor = random.pick(samples, or: sample)
    for _ in 0...random.count(upTo: 2) {
      // Changes that keep the sizes of the chunks are those that get furthest.
      var changed = contents[0]
      if random.isOne(in: 4) {
        var mutation = PayloadMutation(seed: random.next())
        changed = mutation.changed(changed, donor: donor) ?? changed
      } else {
        for _ in 0...random.count(upTo: 6) {
          let offset = Int.random(in: 8..<(changed.count - 8), using: &random)
          changed[offset] = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x14, 0x20][Int(random.next() % 8)]
        }
        changed = ChunkAssembler.reseal(changed) ?? changed
      }
      contents.append(changed)
    }
    if random.isOne(in: 8) { contents.append(Array(contents[0].dropLast(contents[0].count / 3))) }
    return contents
  }

  /// Reads contents that change after each number of requests, and that change at each one.
  private func forEachCourse(
    of contents: [[UInt8]], seed: UInt64, _ read: (ChangingSource) -> Void
  ) {
    let undisturbed = ChangingSource(contents, .once(after: .max))
    read(undisturbed)
    for count in 0...undisturbed.requestCount {
      read(ChangingSource(contents, .once(after: count)))
    }
    for number in UInt64(0)..<8 { read(ChangingSource(contents, .always(seed: seed &+ number))) }
  }

  @Test func `does not stop the verifier, which returns a result`() throws {
    for seed in Seeds.forTest(count: Self.roundCount) {
      let contents = try contents(seed)
      let expected = Verifier(level: .canonical).verify(contents[0])
      var isFirst = true
      forEachCourse(of: contents, seed: seed) { source in
        let result = Verifier(level: .canonical).verify(source)
        #expect(result.statistics.byteCount == contents[0].count)
        if isFirst { #expect(result.findings == expected.findings, "seed \(seed)") }
        isFirst = false
      }
      for number in UInt64(0)..<4 {
        for workers in Workers.orders {
          let source = ChangingSource(contents, .always(seed: seed &+ number))
          _ = Verifier().verify(source, with: workers)
        }
      }
    }
  }

  @Test func `does not stop the search for what can be reached`() throws {
    for seed in Seeds.forTest(count: max(4, Self.roundCount / 20)) {
      var random = RandomSource(seed: seed)
      let net = random.isOne(in: 2) ? Net.random(&random) : Net.backwards(count: 2000)
      let bytes = net.bytes(&random)
      var changed = bytes
      for _ in 0..<40 {
        let offset = Int.random(in: 8..<(bytes.count - 8), using: &random)
        changed[offset] = UInt8(truncatingIfNeeded: random.next())
      }
      let contents = [bytes, ChunkAssembler.reseal(changed) ?? changed]
      let undisturbed = ChangingSource(contents, .once(after: .max))
      #expect(Verifier().verify(undisturbed).isValid, "seed \(seed)")
      let count = undisturbed.requestCount
      for _ in 0..<20 {
        let course = ChangingSource.Course.once(after: Int.random(in: 0...count, using: &random))
        _ = Verifier().verify(ChangingSource(contents, course))
      }
      for _ in 0..<4 {
        _ = Verifier().verify(ChangingSource(contents, .always(seed: random.next())))
      }
    }
  }

  @Test func `does not stop a reader that reads all, or a part of it`() throws {
    for seed in Seeds.forTest(count: Self.roundCount) {
      let contents = try contents(seed)
      forEachCourse(of: contents, seed: seed) { source in _ = try? ArchiveGraph(source) }
      forEachCourse(of: contents, seed: seed) { source in
        guard let archive = try? ArchiveReader(opening: source) else { return }
        try? archive.check()
        _ = try? archive.roots()
        _ = try? archive.metadata()
        for number in 0...min(20, archive.objectCount) { _ = try? archive.object(number) }
        try? archive.forEachObject { _, _ in }
        _ = try? ArchiveSchema(archive)
      }
    }
  }
}
