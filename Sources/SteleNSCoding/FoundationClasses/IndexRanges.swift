internal import Foundation
internal import Stele
internal import SteleWholeFoundation

/// The ranges of an index set: a single range in two keys, several ranges as base-128 numbers in bytes.
enum IndexRanges {
  private static let key = (
    count: "NSRangeCount", location: "NSLocation", length: "NSLength", data: "NSRangeData"
  )

  static func encode(_ ranges: [NSRange], _ archiver: SteleKeyedArchiver) throws {
    try archiver.put(ranges.count, key.count)
    if ranges.count == 1 {
      try archiver.put(ranges[0].location, key.location)
      try archiver.put(ranges[0].length, key.length)
    } else if !ranges.isEmpty {
      let numbers = ranges.flatMap { [$0.location, $0.length] }
      try archiver.put(any: NSData(data: PackedNumbers.data(of: numbers)), key.data)
    }
  }

  /// Decodes a set, the ranges of which must ascend without overlapping.
  ///
  /// - Throws: ``KeyedCodingError`` if the ranges do not ascend, or exceed the largest index.
  static func decode(_ unarchiver: SteleKeyedUnarchiver, _ className: String) throws -> IndexSet {
    let count: Int = try unarchiver.integer(key.count) ?? 0
    var numbers: [Int] = []
    if count == 1 {
      let location: Int = try unarchiver.integer(key.location) ?? 0
      let length: Int = try unarchiver.integer(key.length) ?? 0
      if length != 0 { numbers = [location, length] }
    } else if count != 0 {
      guard let data = try unarchiver.part(NSData.self, key.data),
        let packed = PackedNumbers.numbers(in: data.contiguousCopy), packed.count % 2 == 0,
        packed.count / 2 == count
      else { throw KeyedCodingError(.unexpectedValue, className: className, key: key.data) }
      numbers = packed
    }
    let ranges = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    guard let indexes = IndexSet(ascending: ranges) else {
      throw KeyedCodingError(
        .unexpectedValue, className: className, key: count == 1 ? key.length : key.data)
    }
    return indexes
  }
}

/// Base-128 numbers, low digits first; each digit except the last one of a number has its high bit set.
enum PackedNumbers {
  static func data(of numbers: [Int]) -> Data {
    // They have the form of the varints of archives.
    var writer = ByteWriter()
    for number in numbers { writer.write(varint: UInt(bitPattern: number)) }
    return Data(writer.bytes)
  }

  /// Returns the numbers in data, or nil if the data ends within a number, or one exceeds 63 bits.
  static func numbers(in data: Data) -> [Int]? {
    var numbers: [Int] = []
    var (number, shift) = (0, 0)
    for byte in data {
      guard shift < 63 else { return nil }
      number |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 {
        numbers.append(number)
        (number, shift) = (0, 0)
      }
    }
    return shift == 0 ? numbers : nil
  }
}
