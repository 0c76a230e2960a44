import Foundation
import Testing

/// One value of each kind that has a method of its own.
final class Kinds: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var isSet = true
  var small: Int32 = -7
  var large = Int64.max
  var plain = 42
  var half: Float = 0.5
  var third = 1.0 / 3
  var bytes: [UInt8] = [1, 2, 3]
  var dollars = "kept"
  var list: [String] = []
  var point = NSPoint(x: 1.5, y: -2)

  override init() {}

  init?(coder: NSCoder) {
    isSet = coder.decodeBool(forKey: "isSet")
    small = coder.decodeInt32(forKey: "small")
    large = coder.decodeInt64(forKey: "large")
    plain = coder.decodeInteger(forKey: "plain")
    half = coder.decodeFloat(forKey: "half")
    third = coder.decodeDouble(forKey: "third")
    // Safe: the bytes are copied during the call.
    bytes = unsafe coder.withDecodedUnsafeBytes(forKey: "bytes") { bytes in
      unsafe bytes.map { unsafe [UInt8]($0) } ?? []
    }
    dollars = (coder.decodeObject(of: NSString.self, forKey: "$class") as String?) ?? ""
    list = (0..<2).compactMap { _ in coder.decodeObject() as? String }
    point = coder.decodePoint(forKey: "point")
  }

  func encode(with coder: NSCoder) {
    coder.encode(isSet, forKey: "isSet")
    coder.encode(small, forKey: "small")
    coder.encode(large, forKey: "large")
    coder.encode(plain, forKey: "plain")
    coder.encode(half, forKey: "half")
    coder.encode(third, forKey: "third")
    // Safe: the bytes are copied during the call.
    unsafe bytes.withUnsafeBufferPointer {
      unsafe coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "bytes")
    }
    coder.encode(dollars, forKey: "$class")
    for element in list { coder.encode(element) }
    coder.encode(point, forKey: "point")
  }
}

/// An object of one of Foundation's classes.
struct FoundationValue: CustomTestStringConvertible, @unchecked Sendable {
  let object: NSObject
  /// Whether Foundation's own unarchiver reads what it should.
  var isReadByFoundation = true

  var testDescription: String { "\(object.classForCoder)" }

  static let all: [FoundationValue] = [
    FoundationValue(object: NSString(string: "größer")),
    FoundationValue(object: NSMutableString(string: "mutable")),
    FoundationValue(object: NSData(data: Data([1, 2, 3]))),
    FoundationValue(object: NSMutableData(data: Data([4]))),
    FoundationValue(object: NSDate(timeIntervalSinceReferenceDate: 1.25)),
    FoundationValue(object: NSNull()), FoundationValue(object: UUID() as NSUUID),
    FoundationValue(object: NSURL(fileURLWithPath: "/tmp/file")),
    FoundationValue(object: NSLocale(localeIdentifier: "de_CH")),
    FoundationValue(object: NSTimeZone(forSecondsFromGMT: 3600)),
    FoundationValue(object: NSIndexSet(indexesIn: NSRange(location: 2, length: 5))),
    FoundationValue(object: NSArray(array: [1, "two", [3.5], Data([4])])),
    FoundationValue(object: NSMutableArray(array: ["a", "a"])),
    FoundationValue(object: NSDictionary(dictionary: ["k": [1, 2], "l": "v"])),
    FoundationValue(object: NSMutableDictionary(dictionary: [1: "one"])),
    FoundationValue(object: NSSet(array: [1, 2, 3])),
    FoundationValue(object: NSMutableSet(array: ["x"])),
    FoundationValue(object: NSOrderedSet(array: [3, 1, 2])),
    FoundationValue(object: NSCountedSet(array: ["a", "b", "a"])),
    FoundationValue(object: NSValue(range: NSRange(location: 1, length: 2))),
    // It asks for a key that it does not write without attributes, and takes that for an error.
    FoundationValue(object: NSAttributedString(string: "text"), isReadByFoundation: false),
    FoundationValue(object: NSCharacterSet(charactersIn: "abc")),
  ]
}
