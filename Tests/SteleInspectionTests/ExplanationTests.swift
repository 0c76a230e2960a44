import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct `Explanation of every byte` {
  /// Returns a violation of the rule that each byte belongs to exactly one field, readable if the bytes are valid, or
  /// `nil`.
  private static func gap(
    in bytes: [UInt8], _ source: ArchiveBytes, isValid: Bool = false,
    showingAll: [Bool] = [false, true]
  ) throws -> String? {
    for showsAll in showingAll {
      var detail = ExplanationDetail()
      detail.showsAll = showsAll
      var position = 0
      var wrong: String?
      try ArchiveExplanation(source).forEach(detail: detail) { field in
        if field.offset != position || field.byteCount < 1, wrong == nil {
          wrong = "\(field.path) at \(field.offset), not \(position)"
        }
        if isValid, field.name == "unreadable" || field.name == "surplus bytes" {
          wrong = "\(field.path) at \(field.offset) is unreadable"
        }
        position = field.endOffset
        _ = field.keyPath
      }
      if wrong == nil, position != bytes.count { wrong = "ends at \(position) of \(bytes.count)" }
      if let wrong { return wrong }
    }
    return nil
  }

  @Test func `fields cover every byte of all fixtures, and of valid ones nothing is unreadable`()
    throws
  {
    for fixture in try JudgedFixture.all() {
      let bytes = fixture.bytes
      func expectNoGap(_ source: ArchiveBytes, showingAll: [Bool]) throws {
        let gap = try Self.gap(in: bytes, source, isValid: fixture.isValid, showingAll: showingAll)
        #expect(gap == nil, "\(fixture.file)")
      }
      try expectNoGap(.memory(bytes), showingAll: [true])
      // The few large ones take most of the time.
      guard bytes.count <= 5_000 else { continue }
      try expectNoGap(.source(MemorySource(bytes)), showingAll: [false])
    }
  }

  @Test func `fields cover every byte of random graphs that are damaged anywhere`() throws {
    for seed in UInt64(0)..<60 {
      var bytes = try RandomGraph.make(seed: seed).encoded()
      #expect(try Self.gap(in: bytes, .memory(bytes)) == nil, "seed \(seed)")
      var random = RandomSource(seed: seed)
      for _ in 0..<30 {
        guard !bytes.isEmpty else { break }
        let index = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
        case 2: bytes.removeSubrange(index..<min(bytes.count, index + 9))
        default: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        }
        #expect(try Self.gap(in: bytes, .memory(bytes)) == nil, "seed \(seed)")
      }
    }
  }

  @Test func `an archive without bytes has no fields, and rubbish is one`() throws {
    #expect(try Self.gap(in: [], .memory([])) == nil)
    let rubbish = [UInt8](repeating: 0x41, count: 100)
    #expect(try Self.gap(in: rubbish, .memory(rubbish)) == nil)
  }

  @Test func `the field of a byte is found with those around it`() throws {
    let bytes = try FixtureFolder.bytes("valid/one-object.stele")
    let fields = try ArchiveExplanation(.memory(bytes)).fields(around: 126, 1)
    #expect(
      fields.map(\.path) == [
        "2 OBJS.object[1].key[0].string.length", "2 OBJS.object[1].key[0].string.bytes",
        "2 OBJS.object[1].key[1].int",
      ])
    #expect(fields.map(\.value) == ["3", "\"Ada\"", "36"])
    #expect(fields[1].keyPath == "objects[1].Person.name")
  }
}
