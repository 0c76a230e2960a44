internal import Foundation
internal import Stele

/// The keys of Foundation's classes, which differ in keyed archives: some classes have a key for each element.
extension SteleKeyedUnarchiver {
  /// Reads the text of a string.
  func text(_ key: String) throws -> String {
    guard isKeyedArchive, try !contains(key) else { return try required(String.self, key) }
    let bytes = try required(Data.self, "NS.bytes")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw KeyedCodingError(.unexpectedValue, className: "NSString", key: "NS.bytes")
    }
    return text
  }

  /// Reads the bytes of data.
  func bytes(_ key: String) throws -> Data {
    let isNamedOtherwise = try isKeyedArchive && !contains(key)
    return try required(Data.self, isNamedOtherwise ? "NS.bytes" : key)
  }

  /// Reads the elements of a collection, with any classes requested so far, and with nil for elements with an initialiser that
  /// has returned nil.
  func elements(
    _ key: String, numbered prefix: String, isHashed: Bool = false
  ) throws -> [AnyObject?] {
    let request = try elementRequest()
    guard isKeyedArchive, try !contains(key) else {
      switch try any(key, request, isHashed: isHashed) {
      case .list(let elements), .set(let elements): return try elements.map { try element($0, key) }
      case .none: throw missing(key)
      default: throw KeyedCodingError(.unexpectedValue, key: key)
      }
    }
    var elements: [AnyObject?] = []
    while let value = try any("\(prefix)\(elements.count)", request, isHashed: isHashed) {
      elements.append(try element(value, key))
    }
    return elements
  }

  /// Reads how often each element of a counted set occurs.
  func counts(_ key: String, of elementCount: Int) throws -> [Int] {
    guard isKeyedArchive, try !contains(key) else { return try required([Int].self, key) }
    // The number of elements is redundant.
    _ = try contains("NS.count")
    return try (0..<elementCount).map { try integer("NS.count\($0)") ?? 0 }
  }

  func decimal(_ key: String) throws -> Decimal {
    guard isKeyedArchive, try DecimalRecord.isThere(in: self) else {
      return try required(Decimal.self, key)
    }
    return try DecimalRecord.read(from: self)
  }
}
