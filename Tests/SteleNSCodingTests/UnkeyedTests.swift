import Foundation
import SteleNSCoding
import Testing

extension SteleKeyedArchiver {
  /// Encodes a value by the code of its type.
  fileprivate func put<Value>(_ code: String, _ value: Value) {
    unsafe withUnsafePointer(to: value) { unsafe encodeValue(ofObjCType: code, at: $0) }
  }
}

extension SteleKeyedUnarchiver {
  /// Decodes a value by the code of its type in the place of another.
  fileprivate func take<Value>(_ code: String, _ initial: Value) -> Value {
    var value = initial
    unsafe withUnsafeMutablePointer(to: &value) { unsafe decodeValue(ofObjCType: code, at: $0) }
    return value
  }
}

@Suite("Values without keys")
struct UnkeyedTests {
  @Test func `objects, data and lists come back in their order`() throws {
    let dog = Dog(name: "Rex")
    let unarchiver = try reading(secure: false) { archiver in
      archiver.encode(dog)
      archiver.encode("text")
      archiver.encode(nil)
      archiver.encode(Data([1, 2, 3]))
      archiver.encodeRootObject(dog)
      archiver.encodeBycopyObject(dog)
      archiver.encodeByrefObject(dog)
      archiver.encodeConditionalObject(dog)
      archiver.encodeConditionalObject(Dog(name: "nobody's"))
      unsafe [4, 5].withUnsafeBytes { bytes in
        unsafe archiver.encodeBytes(bytes.baseAddress, length: bytes.count)
      }
      unsafe archiver.encodeBytes(nil, length: 0)
      archiver.encodePropertyList(["a": [1, 2]])
    }
    let copy = try #require(unarchiver.decodeObject() as? Dog)
    #expect(unarchiver.decodeObject() as? String == "text")
    #expect(unarchiver.decodeObject() == nil)
    #expect(unarchiver.decodeData() == Data([1, 2, 3]))
    for _ in 0..<4 { #expect(unarchiver.decodeObject() as? Dog === copy) }
    #expect(unarchiver.decodeObject() == nil)
    let bytes = unsafe [4, 5].withUnsafeBytes { unsafe Data($0) }
    #expect((unarchiver.decodeData(), unarchiver.decodeData()) == (bytes, Data()))
    #expect(unarchiver.decodePropertyList() as? [String: [Int]] == ["a": [1, 2]])
    #expect(unarchiver.decodeObject() == nil)
    #expect(unarchiver.error == nil)
  }

  @Test func `values come back by the code of their type`() throws {
    func expect<Value: Equatable>(_ code: String, _ value: Value, inPlaceOf other: Value) throws {
      let unarchiver = try reading { $0.put(code, value) }
      #expect(unarchiver.take(code, other) == value, "\(code)")
      #expect(unarchiver.error == nil)
    }
    try expect("c", Int8.min, inPlaceOf: 0)
    try expect("C", UInt8.max, inPlaceOf: 0)
    try expect("s", Int16.min, inPlaceOf: 0)
    try expect("S", UInt16.max, inPlaceOf: 0)
    try expect("i", Int32.min, inPlaceOf: 0)
    try expect("I", UInt32.max, inPlaceOf: 0)
    try expect("l", Int32.max, inPlaceOf: 0)
    try expect("L", UInt32.max, inPlaceOf: 0)
    try expect("q", Int64.min, inPlaceOf: 0)
    try expect("Q", UInt64.max, inPlaceOf: 0)
    try expect("f", Float(0.1), inPlaceOf: 0)
    try expect("d", Double(0.1), inPlaceOf: 0)
    try expect("B", true, inPlaceOf: false)
    let unarchiver = try reading { archiver in
      archiver.put("@", "text" as Any?)
      archiver.put("@", Any?.none)
    }
    #expect(unarchiver.take("@", Any?.none) as? String == "text")
    #expect(unarchiver.take("@", "other" as Any?) == nil)
    #expect(unarchiver.error == nil)
  }

  @Test func `a string of C comes back, as long as the unarchiver lives`() throws {
    let unarchiver = try reading { archiver in
      unsafe "Grüße".withCString { unsafe archiver.put("*", $0) }
    }
    let text = unsafe unarchiver.take("*", UnsafePointer<CChar>?.none)
    let copy = unsafe text.map { unsafe String(cString: $0) }
    #expect(copy == "Grüße")
    #expect(unarchiver.error == nil)
    withExtendedLifetime(unarchiver) {}
  }

  @Test func `arrays of values come back`() throws {
    let numbers: [Int32] = [1, -2, .max]
    let reals = [0.5, -1]
    let unarchiver = try reading { archiver in
      unsafe archiver.encodeArray(ofObjCType: "i", count: 3, at: numbers)
      unsafe archiver.encodeArray(ofObjCType: "d", count: 2, at: reals)
      unsafe archiver.encodeValue(ofObjCType: "[2d]", at: reals)
      unsafe archiver.encodeArray(ofObjCType: "q", count: 0, at: reals)
    }
    var numberCopies: [Int32] = [0, 0, 0]
    var realCopies = [0.0, 0]
    unsafe unarchiver.decodeArray(ofObjCType: "i", count: 3, at: &numberCopies)
    #expect(numberCopies == numbers)
    for _ in 0..<2 {
      realCopies = [0, 0]
      unsafe unarchiver.decodeArray(ofObjCType: "d", count: 2, at: &realCopies)
      #expect(realCopies == reals)
    }
    #expect(unarchiver.error == nil)
  }

  @Test(arguments: [
    "{CGPoint=dd}", "^v", "(a=id)", "[3{a=i}]", "#", ":", "", "[", "[99999999999999999999i]",
  ])
  func `a type that archives have no form for is refused with its code`(_ code: String) throws {
    let archiver = SteleKeyedArchiver()
    archiver.put(code, (0, 0, 0, 0))
    let expected = KeyedCodingError(.notSupported, className: code)
    #expect(archiver.refusal == expected)
    let unarchiver = try reading { _ in }
    _ = unarchiver.take(code, (0, 0, 0, 0))
    #expect(unarchiver.refusal == expected)
  }

  @Test func `a value that is not there, or of another kind, is refused`() throws {
    let unarchiver = try reading { $0.encode("text") }
    #expect(unarchiver.take("q", 7) == 7)
    #expect(unarchiver.error is DecodingError)
    let empty = try reading { _ in }
    _ = empty.take("q", 7)
    #expect(empty.refusal == KeyedCodingError(.unexpectedValue, className: "Int64", key: "$0"))
  }

  @Test func `keys of the program that begin with a dollar sign do not meet values without keys`()
    throws
  {
    let unarchiver = try reading { archiver in
      archiver.encode("first")
      archiver.encode("keyed", forKey: "$0")
    }
    #expect(unarchiver.decodeObject(of: NSString.self, forKey: "$0") == "keyed")
    #expect(unarchiver.decodeObject() as? String == "first")
  }

  @Test func `each object counts its values without keys for itself`() throws {
    final class Counter: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      let values: [String]
      init(_ values: [String]) { self.values = values }
      init?(coder: NSCoder) {
        values = (0..<2).compactMap { _ in coder.decodeObject() as? String }
      }
      func encode(with coder: NSCoder) {
        for value in values { coder.encode(value) }
      }
    }
    let classes: ClassNames = [("Counter", Counter.self)]
    let unarchiver = try Format.stele.reading(secure: false, naming: classes) { archiver in
      archiver.encode(Counter(["a", "b"]))
      archiver.encode(Counter(["c", "d"]))
    }
    #expect((unarchiver.decodeObject() as? Counter)?.values == ["a", "b"])
    #expect((unarchiver.decodeObject() as? Counter)?.values == ["c", "d"])
  }
}
