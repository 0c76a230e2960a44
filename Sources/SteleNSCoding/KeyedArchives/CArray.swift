internal import Foundation
internal import Stele

/// A C array, which is a separate object in keyed archives.
final class CArray: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  /// The name of the class of C arrays in keyed archives.
  static let className = "_NSKeyedCoderOldStyleArray"

  private var values: [(key: String, value: AnyValue)] = []
  private var numbers: [NSNumber] = []

  init(_ unarchiver: SteleKeyedUnarchiver) throws {
    let request = try unarchiver.open().requests.propertyList
    for key in try unarchiver.keys?.decoder.names ?? [] where key != "$class" {
      guard let value = try unarchiver.any(key, request) else { continue }
      values.append((key, value))
    }
    while let number = try unarchiver.number(unarchiver.nextKey(), NSNumber.self) {
      numbers.append(number)
    }
  }

  /// Returns nil: unarchivers make arrays from the numbers that they read.
  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    guard let archiver = coder as? SteleKeyedArchiver else { return }
    archiver.attempt {
      for (key, value) in values { try archiver.put(kept: value, key, isInPlace: true) }
    }
  }

  /// Returns the numbers in the array under a key.
  static func numbers(
    for key: String, _ count: Int, in unarchiver: SteleKeyedUnarchiver
  ) throws -> [NSNumber] {
    guard let array = try unarchiver.object(key, of: [CArray.self]) as? CArray,
      array.numbers.count == count
    else { throw KeyedCodingError(.unexpectedValue, className: className, key: key) }
    return array.numbers
  }
}
