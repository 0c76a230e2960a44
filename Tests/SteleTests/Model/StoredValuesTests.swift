import TestSupport
import Testing

@testable import Stele

@Suite("Values of keys in memory")
struct StoredValuesTests {
  /// A value that is likely to be small.
  private static func value(_ random: inout some RandomNumberGenerator, depth: Int) -> ArchiveValue
  {
    let width = UInt8.random(in: 0...64, using: &random)
    let bits = UInt64.random(in: 0...(.max), using: &random) >> (64 - min(64, UInt64(width)))
    switch Int.random(in: 0..<(depth > 0 ? 20 : 13), using: &random) {
    case 0: return .bool(.random(using: &random))
    case 1: return .integer(Int128(Int64(bitPattern: bits)))
    case 2: return .integer(-Int128(bits))
    case 3: return .unsigned(UInt128(bits))
    case 4: return .float16(bitPattern: UInt16(truncatingIfNeeded: bits))
    case 5: return .float32(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 6: return .float64(Double(bitPattern: bits))
    case 7: return .date(Double(bitPattern: bits))
    case 8:
      return .string(
        ["", "a", "e\u{301}", "twelve bytes", "more than thirteen"].randomElement(using: &random)
          ?? "")
    case 9: return .bytes(Array(repeating: 7, count: Int(width) / 4))
    case 10: return .nil
    case 11: return .reference(Int(bits >> 2))
    case 12: return .uuid(UInt128(bits))
    case 13: return .some(value(&random, depth: depth - 1))
    case 14: return .list(parts(&random, depth))
    case 15: return .set(parts(&random, depth))
    case 16: return .map(parts(&random, depth).map { ArchiveMapPair(key: $0, value: .nil) })
    case 17:
      return .any(width % 2 == 0 ? .int64 : .optional(.bool), value(&random, depth: depth - 1))
    case 18:
      return .struct(ArchiveStructValue(entry: Int(width) * 8, values: slots(&random, depth)))
    default:
      return .enum(ArchiveEnumValue(entry: 3, caseIndex: Int(width), values: slots(&random, depth)))
    }
  }

  private static func parts(_ random: inout some RandomNumberGenerator, _ depth: Int)
    -> [ArchiveValue]
  {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&random, depth: depth - 1) }
  }

  private static func slots(_ random: inout some RandomNumberGenerator, _ depth: Int)
    -> [ArchiveValue?]
  {
    (0..<Int.random(in: 0..<4, using: &random)).flatMap { _ -> [ArchiveValue?] in
      guard Bool.random(using: &random) else { return [value(&random, depth: depth - 1)] }
      let counts = [1, 2, 3, 254, 255, 256, 257, 600]
      return Array(repeating: nil, count: counts.randomElement(using: &random) ?? 1)
    }
  }

  @Test func `come back as they were`() {
    for seed in Seeds.forTest(count: 300) {
      var random = RandomSource(seed: seed)
      let values = Self.slots(&random, 3)
      #expect(StoredValues(values).array == values, "seed \(seed)")
      var changed = StoredValues([])
      changed.array.append(contentsOf: values)
      #expect(changed.array == values, "seed \(seed)")
      // Equal, however they are held.
      #expect(changed == StoredValues(values), "seed \(seed)")
      #expect(changed.hashValue == StoredValues(values).hashValue, "seed \(seed)")
      #expect(changed != StoredValues(values + [.nil]), "seed \(seed)")
    }
  }

  @Test(arguments: [
    Int128(Int64.min), -129, -128, -65, -64, -1, 0, 63, 64, 127, 128, 32_767, 32_768,
    Int128(Int64.max),
  ])
  func `integers of all sizes come back`(_ number: Int128) {
    #expect(SmallValues([.integer(number)])?.values == [.integer(number)])
    let magnitude = number.magnitude
    #expect(SmallValues([.unsigned(magnitude)])?.values == [.unsigned(magnitude)])
  }

  @Test func `a NaN keeps its bits`() {
    let values: [ArchiveValue?] = [.float32(Float(bitPattern: 0x7FC0_1234)), .float64(-.nan)]
    #expect(SmallValues(values)?.values == values)
  }

  @Test func `fifteen bytes of codes are small, sixteen are not`() {
    let values = [ArchiveValue?](repeating: .integer(1), count: 15)
    #expect(SmallValues(values)?.values == values)
    #expect(SmallValues(values + [.integer(1)]) == nil)
  }

  @Test func `what is changed is not held by others`() {
    let first = ArchiveObject(entry: 1, values: [.integer(1), nil, .string("a longer string")])
    var second = first
    second.values[1] = .bool(true)
    second.values[0] = nil
    #expect(first.values == [.integer(1), nil, .string("a longer string")])
    #expect(second.values == [nil, .bool(true), .string("a longer string")])
  }

  @Test func `a value takes 32 bytes`() {
    #expect(MemoryLayout<ArchiveValue>.stride == 32)
    #expect(MemoryLayout<ArchiveValue?>.stride == 32)
    #expect(MemoryLayout<ArchiveObject>.stride == 32)
  }
}
