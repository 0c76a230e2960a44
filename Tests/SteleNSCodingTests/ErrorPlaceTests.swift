import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Writes and reads a value of any type under the key `content`.
final class Box: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let content: Any?

  init(_ content: Any?) { self.content = content }

  init?(coder: NSCoder) {
    content = coder.decodeObject(of: [Box.self, NSArray.self, NSNumber.self], forKey: "content")
  }

  func encode(with coder: NSCoder) { coder.encode(content, forKey: "content") }
}

@Suite("Errors and where they are")
struct ErrorPlaceTests {
  private func refusal<Object: NSObject>(
    _ type: Object.Type, _ object: Any
  ) -> KeyedCodingError? {
    thrown { try SteleKeyedUnarchiver.unarchivedObject(ofClass: type, from: archive(object)) }
  }

  @Test func `a refusal says the class, the key and the way to it`() throws {
    let ann = Person(name: "Ann", age: 34, weight: 61.5)
    ann.friend = Person(name: "Bob", age: 35, weight: 80, dog: Dog(name: "Rex"))
    let data = try Format.stele.data(naming: [("SteleNSCodingTests.Titled", Dog.self)]) {
      $0.encode(ann, forKey: "root")
    }
    let expected = KeyedCodingError(
      .unexpectedClass, className: "SteleNSCodingTests.Titled", key: "dog",
      path: "Person.friend.dog")
    #expect(throws: expected) {
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data)
    }
    #expect(
      "\(expected)"
        == "Cannot decode Person.friend.dog: class \"SteleNSCodingTests.Titled\" was not asked for. Add the class to those that are asked for."
    )
  }

  @Test func `the way is told for values, collections and objects that do not come to be`() {
    #expect(
      refusal(Box.self, Box(Box("text")))
        == KeyedCodingError(
          .unexpectedClass, className: "NSString", key: "content", path: "Box.content.content"))
    #expect(
      refusal(Box.self, Box(NSMutableArray(array: [Box("text")])))
        == KeyedCodingError(
          .unexpectedClass, className: "NSString", key: "content", path: "Box.content.content"))
    #expect(
      refusal(Box.self, Box([Box(Dog(name: "Rex"))]))
        == KeyedCodingError(
          .unexpectedClass, className: "SteleNSCodingTests.Dog", key: "content",
          path: "Box.content.content"))
    #expect(
      refusal(Box.self, Box([1, NSUUID()] as [Any]))
        == KeyedCodingError(
          .unexpectedClass, className: "NSUUID", key: "content", path: "Box.content"))
    let archiver = SteleKeyedArchiver()
    archiver.setClassName("SteleNSCodingTests.Dog", for: NSNull.self)
    archiver.setClassName("SteleNSCodingTests.Titled", for: Titled.self)
    archiver.encode(Holder(NSNull()), forKey: "root")
    #expect(
      throws: KeyedCodingError(
        .initialiserFailed, className: "SteleNSCodingTests.Dog", path: "Holder.dog")
    ) {
      let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
      unarchiver.decodingFailurePolicy = .raiseException
      return try unarchiver.object(of: [Holder.self], forKey: "root")
    }
  }

  @Test func `a number is refused when it does not fit`() throws {
    let unarchiver = try reading { archiver in
      archiver.encode(NSNumber(value: UInt64.max), forKey: "large")
      archiver.encode(NSNumber(value: UInt64(Int64.max)), forKey: "fits")
    }
    #expect(unarchiver.decodeInt64(forKey: "fits") == .max)
    #expect(unarchiver.decodeInt64(forKey: "large") == 0)
    #expect(
      unarchiver.refusal == KeyedCodingError(.unexpectedValue, className: "Int64", key: "large"))
  }

  @Test(arguments: [
    NSCoder.DecodingFailurePolicy.raiseException, NSCoder.DecodingFailurePolicy.setErrorAndReturn,
  ])
  func `an error is kept under either policy, and nothing is decoded any more`(
    _ policy: NSCoder.DecodingFailurePolicy
  ) throws {
    let unarchiver = try reading { archiver in
      archiver.encode("text", forKey: "text")
      archiver.encode(1, forKey: "one")
    }
    unarchiver.decodingFailurePolicy = policy
    #expect(unarchiver.decodingFailurePolicy == policy)
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "none") == nil)
    #expect(unarchiver.error == nil)
    #expect(unarchiver.decodeInteger(forKey: "one") == 1)
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "text") == nil)
    #expect(
      unarchiver.refusal == KeyedCodingError(.unexpectedClass, className: "NSString", key: "text"))
    #expect(unarchiver.decodeInteger(forKey: "one") == 0)
    #expect(!unarchiver.containsValue(forKey: "one"))
  }

  @Test func `what an object says by failWithError is thrown`() throws {
    struct Unreadable: Error {}
    final class Refusing: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      override init() {}
      init?(coder: NSCoder) {
        coder.failWithError(Unreadable())
        return nil
      }
      func encode(with coder: NSCoder) {}
    }
    let unarchiver = try Format.stele.reading(naming: [("Refusing", Refusing.self)]) {
      $0.encode(Refusing(), forKey: "root")
    }
    #expect(throws: Unreadable.self) {
      try unarchiver.object(of: [Refusing.self], forKey: "root")
    }
  }

  @Test func `a finished unarchiver decodes nothing`() throws {
    let unarchiver = try reading { $0.encode(1, forKey: "one") }
    unarchiver.finishDecoding()
    #expect(unarchiver.decodeInteger(forKey: "one") == 0)
    #expect(unarchiver.refusal == KeyedCodingError(.coderIsFinished))
  }

  @Test func `a class may ask for a version, which is 0`() throws {
    #expect(try reading { _ in }.version(forClassName: "Dog") == 0)
  }
}

/// Has a dog, or what calls itself one.
final class Holder: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let dog: NSObject
  init(_ dog: NSObject) { self.dog = dog }
  init?(coder: NSCoder) {
    guard let dog = coder.decodeObject(of: Dog.self, forKey: "dog") else { return nil }
    self.dog = dog
  }
  func encode(with coder: NSCoder) { coder.encode(dog, forKey: "dog") }
}
