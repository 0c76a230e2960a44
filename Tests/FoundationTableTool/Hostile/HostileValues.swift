import Foundation
import Stele
import TestSupport

/// The values that hostile archives have where Foundation expects others.
enum HostileValues {
  /// A value and its type, which any key can have.
  struct Value {
    let type: ArchiveTypeDescriptor
    let value: ArchiveValue
  }

  /// Whole numbers at which something overflows, or is a choice of some enumeration.
  static let integers: [Int] = [
    0, 1, 2, 3, 4, 5, 7, 12, 15, 16, 63, 64, 100, 127, 128, 255, 256, 1000, 0x7FFF, 0x8000, 0xFFFF,
    0x1_0000,
    0x11_0000, 1_000_000, Int(Int32.max), 1 << 31, 1 << 32, (1 << 32) + 1, 1 << 40, 1 << 53,
    1 << 55, 1 << 61,
    1 << 62, .max - 2, .max - 1, .max,
  ]

  /// Numbers of floating point that do not fit an integer, or are none.
  static let reals: [Double] = [
    0, -0.0, 0.5, 1, -1, 1e-300, 255.5, 65_536, 2_147_483_648, 4_294_967_296, 9_007_199_254_740_992,
    9.2e18, 9.3e18, 1.8e19, 1e30, 1e300, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  /// Texts that are well-formed for some classes, and ill-formed for others.
  static let texts: [String] = [
    "", "a", "$null", "htt_s://www.swift.org", "http://[::1", "http://a b", "//", ":", "://x",
    "http://x:99999999/", "%", "%zz", "\u{0}",
    "a\u{0}b", "\u{FFFD}", "é", "e\u{301}", "\u{1F600}\u{200D}", "http://user:@:80", "file:///a",
    "file:", "mailto:x", "../..", "?", "#",
    "https://example.org/a?b=c#d", "de_CH", "en_US@calendar=japanese", "@=;", "gregorian",
    "iso8601", "Europe/Zurich", "GMT", "GMT+25", "UTC+99:99",
    "../../etc/passwd", "/dev/zero", "/etc", "Mars/Olympus", "(", "(a+)(b)", "[", "(?<n>a)*",
    "a{99999}", "\\", "{1, 2}", "{{1, 2}, {3, 4}}",
    "{1e999, nan}", "{9223372036854775807, 1}", "{-1, -1}", "{", "1e400", "-1",
    "9223372036854775808", "nan", "yyyy'", "'", "###,##0.00;(",
    "%s%n%@", "i", "q", "@", "{a=i}", "[9q]", "[999999999999q]", "^v", "v", "NSPredicate",
    "NSObject", "text/plain", "HTTP/1.1", "POST",
    String(repeating: "9", count: 400), String(repeating: "a/", count: 3000),
    String(repeating: "(", count: 3000),
  ]

  /// Bytes, some of which are numbers of base 128, property lists or bitmaps.
  static let data: [[UInt8]] = [
    [], [0], [1, 1], [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    [0x84, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
    Array("bplist00".utf8), Array("TZif2".utf8) + [UInt8](repeating: 0xFF, count: 60),
    [UInt8](repeating: 0xFF, count: 16),
    [UInt8](repeating: 0, count: 8192), [UInt8](repeating: 0xFF, count: 8193),
    [1, 0, 2, 1, 3, 200], [UInt8](repeating: 1, count: 400),
  ]

  /// A value of any kind; references lead to one of some objects.
  static func value(_ random: inout RandomSource, objectCount: Int) -> Value {
    switch random.next() % 16 {
    case 0...3: integer(&random)
    case 4: Value(type: .float64, value: .float64(random.pick(reals, or: 0)))
    case 5...7: Value(type: .string, value: .string(random.pick(texts, or: "")))
    case 8: Value(type: .bytes, value: .bytes(random.pick(data, or: [])))
    case 9: Value(type: .date, value: .date(random.pick(reals.filter { !$0.isNaN }, or: 0)))
    case 10: Value(type: .bool, value: .bool(random.isOne(in: 2)))
    case 11: nothing
    case 12: list(&random, objectCount: objectCount)
    case 13: map(&random, objectCount: objectCount)
    default: reference(&random, objectCount: objectCount)
    }
  }

  private static var nothing: Value { Value(type: .optional(.string), value: .nil) }

  private static func integer(_ random: inout RandomSource) -> Value {
    let number = random.pick(integers, or: 0)
    return switch random.next() % 8 {
    case 0...3: Value(type: .int64, value: .integer(Int128(number)))
    case 4, 5: Value(type: .int64, value: .integer(Int128(~number)))
    case 6: Value(type: .uint64, value: .unsigned(UInt128(UInt.max &- UInt(bitPattern: number))))
    default: Value(type: .int16, value: .integer(Int128(Int16(truncatingIfNeeded: number))))
    }
  }

  private static func list(_ random: inout RandomSource, objectCount: Int) -> Value {
    let elements = (0..<random.count(upTo: 5)).map { _ -> Value in
      random.isOne(in: 3)
        ? reference(&random, objectCount: objectCount)
        : random.isOne(in: 2)
          ? integer(&random) : Value(type: .string, value: .string(random.pick(texts, or: "")))
    }
    return Value(type: .list(.any), value: .list(elements.map { .any($0.type, $0.value) }))
  }

  private static func map(_ random: inout RandomSource, objectCount: Int) -> Value {
    let pairs = (0..<random.count(upTo: 3)).map { number in
      let value = reference(&random, objectCount: objectCount)
      return ArchiveMapPair(
        key: .string(["a", "Accept", "NSLocalizedDescription", "b"][number]),
        value: .any(value.type, value.value))
    }
    return Value(type: .map(key: .string, value: .any), value: .map(pairs))
  }

  private static func reference(_ random: inout RandomSource, objectCount: Int) -> Value {
    guard objectCount > 0 else { return nothing }
    return Value(
      type: .reference(to: nil), value: .reference(Int.random(in: 1...objectCount, using: &random)))
  }
}
