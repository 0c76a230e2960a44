import Foundation
import Stele
import SteleFoundation
import SteleModel
import SteleWholeFoundation
import TestSupport
import Testing

/// Archives of values for which Foundation's own `Codable` ends the process.
struct HostileValueTests {
  private typealias Keys = KeyValuePairs<String, (ArchiveTypeDescriptor, ArchiveValue)>

  /// A value with some keys, as any `Codable` type reads it.
  private func value(_ keys: Keys) -> ArchiveValue {
    .map(keys.map { ArchiveMapPair(key: .string($0.key), value: .any($0.value.0, $0.value.1)) })
  }

  private struct Holder<Value: Codable>: Codable { let value: Value }

  private static let type = ArchiveTypeDescriptor.map(key: .string, value: .any)

  /// Decodes a value with some keys, as a root, in a list and in a property.
  private func decode<Value: Codable & Equatable>(_ type: Value.Type, _ keys: Keys) throws -> Value
  {
    let value = value(keys)
    var graph = ArchiveGraph()
    graph.roots = [
      ArchiveNamedValue("root", Self.type, value),
      ArchiveNamedValue("list", .list(Self.type), .list([value])),
      ArchiveNamedValue("holder", Self.type, self.value(["value": (Self.type, value)])),
    ]
    let unarchiver = try Unarchiver(graph.encoded())
    let results = [
      Result { try unarchiver.decode(Value.self, root: "root") },
      Result { try unarchiver.decode([Value].self, root: "list")[0] },
      Result { try unarchiver.decode(Holder<Value>.self, root: "holder").value },
    ]
    let first = try results[0].get()
    for result in results { #expect(try result.get() == first) }
    return first
  }

  private func expectRefusal<Value: Codable & Equatable>(
    of type: Value.Type, _ description: String, _ keys: Keys,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = failure { try decode(type, keys) }
    #expect(found?.kind == .dataCorrupted, sourceLocation: sourceLocation)
    let reason = description.prefix(1).lowercased() + description.dropFirst()
    #expect(found?.text.hasSuffix(": \(reason)") == true, sourceLocation: sourceLocation)
  }

  // MARK: Sets of indexes

  private func ranges(_ ranges: [(Int, Int)]) -> Keys {
    let ranges = ranges.map { location, length in
      value([
        "location": (.int64, .integer(Int128(location))),
        "length": (.int64, .integer(Int128(length))),
      ])
    }
    return ["indexes": (.list(Self.type), .list(ranges))]
  }

  @Test(arguments: [
    [(0, -1)], [(-1, 1)], [(1, .max)], [(.max, 1)], [(.min, .min)], [(5, 0)], [(1, 3), (3, 1)],
    [(7, 1), (1, 1)],
  ])
  func `ranges of indexes that there cannot be are refused`(_ pairs: [(Int, Int)]) {
    expectRefusal(of: IndexSet.self, "There is no such set of indexes.", ranges(pairs))
  }

  @Test func `ranges of indexes make a set`() throws {
    let set = try decode(IndexSet.self, ranges([(0, 2), (2, 1), (7, 3), (.max - 1, 1)]))
    var expected = IndexSet([0, 1, 2, 7, 8, 9])
    expected.insert(.max - 1)
    #expect(set == expected)
    #expect(try decode(IndexSet.self, ranges([])) == IndexSet())
  }

  // MARK: Sets of characters

  @Test(arguments: [
    0, 1, 8191, 8193, 8192 + 8192,
  ])
  func `bitmaps of characters of another size are refused`(byteCount: Int) {
    expectRefusal(
      of: CharacterSet.self, "There is no such set of characters.",
      ["bitmap": (.bytes, .bytes([UInt8](repeating: 1, count: byteCount)))])
  }

  @Test(arguments: [[0], [17], [255], [2, 2], [2, 1]] as [[UInt8]])
  func `bitmaps of planes that there are not are refused`(planes: [UInt8]) {
    let bitmap = [UInt8](repeating: 1, count: 8192)
    expectRefusal(
      of: CharacterSet.self, "There is no such set of characters.",
      ["bitmap": (.bytes, .bytes(planes.reduce(bitmap) { $0 + [$1] + bitmap }))])
  }

  @Test func `sets of characters of all planes come back`() throws {
    var set = CharacterSet(charactersIn: "a")
    for plane in UInt32(1)...16 {
      set.insert(try #require(Unicode.Scalar(plane << 16 | 0x123)))
    }
    let bytes: [UInt8] = try SteleEncoder().encode([set, CharacterSet(), set.inverted])
    let copies = try SteleDecoder().decode([CharacterSet].self, from: bytes)
    #expect(copies == [set, CharacterSet(), set.inverted])
  }

  // MARK: Dates

  @Test(arguments: [-1, -Double.leastNonzeroMagnitude, -.infinity, .nan])
  func `an interval that ends before it begins is refused`(duration: Double) {
    expectRefusal(
      of: DateInterval.self, "There is no such interval.",
      ["start": (.date, .date(0)), "duration": (.float64, .float64(duration))])
  }

  @Test func `an interval that takes no time, or does not end, is none of these`() throws {
    for duration in [0, .infinity] {
      let interval = try decode(
        DateInterval.self, ["start": (.date, .date(5)), "duration": (.float64, .float64(duration))])
      #expect(interval.duration == duration)
    }
  }

  private func calendar(_ name: String, _ key: String, _ number: Int) -> Keys {
    let zone = value(["identifier": (.string, .string("GMT"))])
    return [
      "identifier": (.string, .string(name)), "timeZone": (Self.type, zone),
      key: (.int64, .integer(Int128(number))),
    ]
  }

  @Test(arguments: ["firstWeekday", "minimumDaysInFirstWeek"], [1 << 31, .max, .min])
  func `calendars with numbers of days that there cannot be are refused`(key: String, number: Int) {
    for name in ["gregorian", "hebrew"] {
      expectRefusal(of: Calendar.self, "There is no such calendar.", calendar(name, key, number))
    }
  }

  // MARK: Addresses

  @Test(arguments: ["", "1a", "a_b", "\u{E4}", "a:", "%41", "http://x"])
  func `components with a scheme that there cannot be are refused`(scheme: String) {
    expectRefusal(
      of: URLComponents.self, "There is no such URL.",
      ["scheme": (.string, .string(scheme)), "path": (.string, .string("/a"))])
  }

  @Test func `components with a negative port are refused`() {
    expectRefusal(
      of: URLComponents.self, "There is no such URL.",
      ["port": (.int64, .integer(-1)), "path": (.string, .string("/a"))])
  }

  @Test func `components of which there is no URL come back`() throws {
    var components = URLComponents()
    components.scheme = "A+-.9"
    components.host = "host"
    components.port = 99_999
    components.path = "not absolute"
    #expect(components.url == nil)
    let bytes: [UInt8] = try SteleEncoder().encode(components)
    #expect(try SteleDecoder().decode(URLComponents.self, from: bytes) == components)
  }
}
