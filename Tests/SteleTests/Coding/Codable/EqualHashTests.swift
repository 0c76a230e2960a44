import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

/// Archives of elements that differ, and of which a type hashes only what they have in common.
@Suite("Elements with one hash")
struct EqualHashTests {
  private static let limit = 1000

  /// Bytes whose first 80 are equal.
  private func bytes(_ number: Int) -> [UInt8] {
    [UInt8](repeating: 7, count: 88) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A decimal number of 34 digits; all of them are the same `Double`.
  private func decimal(_ number: Int) throws -> ArchiveValue {
    let digits = Int128(10_000_000_000_000_000_000) * 1_000_000_000_000_000 + Int128(number)
    return try #require(Decimal(string: "\(digits)")?.wireValue)
  }

  @Test func `a set is decoded up to the limit, and refused above it`() throws {
    for count in [Self.limit, Self.limit + 1] {
      let archive = try archive([], root: .set(.bytes), .set((0..<count).map { .bytes(bytes($0)) }))
      let expected: SteleCodingError.Reason? =
        count > Self.limit ? .equalHashes(limit: Self.limit) : nil
      let failure = failure(decoding: Set<Data>.self, from: archive)
      #expect(failure?.reason == expected)
      if failure != nil {
        #expect(failure?.kind == .dataCorrupted)
        expectText(
          "more than 1000 elements of a set, or keys of a dictionary, have one hash", of: failure)
        expectText("raise decoder.equalHashLimit", of: failure)
      }
      #expect(try SteleDecoder().decode([Data].self, from: archive).count == count)
      var decoder = SteleDecoder()
      decoder.equalHashLimit = 100_000
      #expect(try decoder.decode(Set<Data>.self, from: archive).count == count)
    }
  }

  @Test func `decimal numbers that are equal as Double are refused above the limit`() throws {
    // Trailing zeros are no digits of a Decimal, which makes other numbers of some.
    let numbers = try (0...2 * Self.limit).map { try decimal($0) }
    let archive = try archive([], root: .set(.decimal), .set(numbers))
    #expect(
      reason { try SteleDecoder().decode(Set<Decimal>.self, from: archive) }
        == .equalHashes(limit: Self.limit))
    #expect(try SteleDecoder().decode([Decimal].self, from: archive).count == numbers.count)
  }

  @Test func `the keys of a dictionary are counted, too, in every form`() throws {
    let map = try archive(
      [],
      root:
        .map(key: .bytes, value: .int64),
      .map((0...Self.limit).map { ArchiveMapPair(key: .bytes(bytes($0)), value: .integer(1)) }))
    let list = try archive(
      [],
      root:
        .list(.any),
      .list(
        (0...Self.limit).flatMap {
          [.any(.bytes, .bytes(bytes($0))), .any(.int64, .integer(1))]
        }))
    for archive in [map, list] {
      #expect(
        reason { try SteleDecoder().decode([Data: Int].self, from: archive) }
          == .equalHashes(limit: Self.limit))
      var decoder = SteleDecoder()
      decoder.equalHashLimit = 100_000
      #expect(try decoder.decode([Data: Int].self, from: archive).count == Self.limit + 1)
    }
  }

  /// A key with a weak part.
  private struct Wrapped: Hashable, Codable { var data: Data? }

  @Test func `elements that contain what is weakly hashed are counted`() throws {
    let values = Set((0..<70).map { Wrapped(data: Data(bytes($0))) })
    let archive = try SteleEncoder().encode(values)
    var decoder = SteleDecoder()
    #expect(try decoder.decode(Set<Wrapped>.self, from: archive) == values)
    decoder.equalHashLimit = 0
    #expect(
      reason { try decoder.decode(Set<Wrapped>.self, from: archive) } == .equalHashes(limit: 64))
  }

  @Test func `ordinary sets of any size are decoded`() throws {
    let count = 20_000
    let dates = Set((0..<count).map { Date(timeIntervalSinceReferenceDate: Double($0) * 0.5) })
    let decimals = Set((0..<count).map { Decimal($0) / 100 })
    let data = Set((0..<count).map { Data(bytes($0).reversed()) })
    let uuids = Set((0..<count).map { _ in UUID() })
    let copy = try convert(
      Sets(dates: dates, decimals: decimals, data: data, uuids: uuids), to: Sets.self)
    #expect((copy.dates, copy.decimals, copy.data) == (dates, decimals, data))
    #expect(copy.uuids == uuids)
  }

  private struct Sets: Codable {
    var dates: Set<Date>
    var decimals: Set<Decimal>
    var data: Set<Data>
    var uuids: Set<UUID>
  }
}
