import Stele
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct TwoPhaseFailureTests {
  struct Refusal: Error, Equatable { let value: Int }

  /// A node that refuses one value, and counts those that are alive.
  final class Fragile: TwoPhaseCodable, SimplyNamed {
    static let aliveCount = Mutex(0)
    static let refused = Mutex<Int?>(nil)
    var value = 0
    var next: Fragile?

    init() { Self.aliveCount.withLock { $0 += 1 } }

    deinit { Self.aliveCount.withLock { $0 -= 1 } }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(value, "value")
      try fields.encode(next, "next")
    }

    func decode(from fields: inout FieldDecoder) throws {
      value = try fields.decode("value")
      next = try fields.decode("next")
      if Self.refused.withLock({ $0 == value }) { throw Refusal(value: value) }
    }

    /// The archive of a list with the values from 0 on; its numbers lead backward when it is reversed.
    static func archiveOfList(_ count: Int, isReversed: Bool) throws -> [UInt8] {
      let objects = (0..<count).map { index in
        let value = isReversed ? count - 1 - index : index
        let next = isReversed ? index : index + 2
        return ArchiveObject(
          entry: 1, values: [.integer(Int128(value)), value == count - 1 ? .nil : .reference(next)])
      }
      return try verified(
        archive(
          [
            .class(
              "Fragile",
              keys: [
                ArchiveKey("value", .int64),
                ArchiveKey("next", .optional(.reference(to: "Fragile"))),
              ])
          ], objects, root: .reference(to: "Fragile"), .reference(isReversed ? count : 1)))
    }
  }

  @Test(.serialized, arguments: [false, true])
  func `a failure at the end throws, and releases a long list from its start`(isReversed: Bool)
    throws
  {
    let count = deepCount
    let bytes = try Fragile.archiveOfList(count, isReversed: isReversed)
    let error = try onStack {
      Fragile.refused.withLock { $0 = count - 1 }
      defer { Fragile.refused.withLock { $0 = nil } }
      return thrown(Refusal.self) { try SteleDecoder().decode(Fragile.self, from: bytes) }
    }
    #expect(error == Refusal(value: count - 1))
    #expect(Fragile.aliveCount.withLock { $0 } == 0)
  }

  final class Picky: TwoPhaseCodable {
    var text = ""

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(1, "text") }

    func decode(from fields: inout FieldDecoder) throws { text = try fields.decode("text") }
  }

  @Test func `an error in an object says which one, and ends the unarchiver`() throws {
    let unarchiver = try Unarchiver(encoded([Picky()]))
    let refusal = failure { try unarchiver.decode([Picky].self) }
    #expect((refusal?.kind, refusal?.path) == (.typeMismatch, "[0].text"))
    #expect(refusal?.underlying?.object == 1)
    #expect(refusal?.underlying?.className == "TwoPhaseFailureTests.Picky")
    #expect(refusal?.underlying?.keyPath == "[0].text")
    #expect(reason { try unarchiver.decode([Picky].self) } == .coderIsFinished)
  }

  @Test func `a cycle of immutable objects is an error also near two-phase ones`() throws {
    let bytes = try archive(
      [
        .class("Link", keys: [ArchiveKey("next", .reference(to: "Link"))]),
        .class("Start", keys: [ArchiveKey("link", .reference(to: "Link"))]),
      ],
      [
        ArchiveObject(entry: 2, values: [.reference(2)]),
        ArchiveObject(entry: 1, values: [.reference(3)]),
        ArchiveObject(entry: 1, values: [.reference(2)]),
      ], root: .reference(to: "Start"), .reference(1))
    #expect(
      reason { try SteleDecoder().decode(Start.self, from: verified(bytes)) }
        == .strongCycle(["Link.next", "Link.next"]))
  }

  final class Link: FieldCodable, SimplyNamed {
    let next: Link

    init(from fields: inout FieldDecoder) throws { next = try fields.decode("next") }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(next, "next") }
  }

  final class Start: TwoPhaseCodable, SimplyNamed {
    var link: Link?

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(link, "link") }

    func decode(from fields: inout FieldDecoder) throws { link = try fields.decode("link") }
  }
}
