import Foundation
import Stele
import SteleNSCoding
import Testing

/// An object that does not support secure coding.
final class Insecure: NSObject, NSCoding {
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

@Suite("Secure coding")
struct SecureCodingTests {
  private func archive(_ object: Any, secure: Bool = true) throws -> Data {
    try SteleKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: secure)
  }

  private func refusal(_ classes: [AnyClass], _ data: Data) -> (any Error)? {
    do {
      _ = try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an object of a class that was not asked for is refused`() throws {
    let error = refusal([Person.self], try archive(Dog(name: "Rex")))
    guard case .typeMismatch(_, let context) = error as? DecodingError else {
      Issue.record("\(String(describing: error))")
      return
    }
    let cause = try #require(context.underlyingError as? GraphCodingError)
    #expect(cause.reason == .wrongType(.reference(to: "SteleNSCodingTests.Dog")))
  }

  @Test func `a value that stands for a class that was not asked for is refused`() throws {
    let values: [(Any, String)] = [
      ("text", "NSString"), (5, "NSNumber"), (Data([1]), "NSData"),
      (Date(timeIntervalSinceReferenceDate: 0), "NSDate"), ([1, 2], "NSArray"),
      (["a": 1], "NSDictionary"),
    ]
    for (value, name) in values {
      let error = refusal([NSURL.self], try archive(value)) as? KeyedCodingError
      #expect(error == KeyedCodingError(.unexpectedClass, className: name, key: "root"))
    }
  }

  @Test func `what is in an array has to be asked for, too`() throws {
    let data = try archive(NSArray(array: [Dog(name: "Rex")]))
    #expect(refusal([NSArray.self, Dog.self], data) == nil)
    #expect(refusal([NSArray.self], data) != nil)
  }

  @Test func `an array that was accepted once is examined where something else is asked for`()
    throws
  {
    let archiver = SteleKeyedArchiver()
    let dogs = NSArray(array: [Dog(name: "Rex")])
    archiver.encode(dogs, forKey: "dogs")
    archiver.encode(dogs, forKey: "strings")
    try archiver.finishEncoding()
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(unarchiver.decodeObject(of: [NSArray.self, Dog.self], forKey: "dogs") != nil)
    #expect(unarchiver.decodeObject(of: [NSArray.self, NSString.self], forKey: "strings") == nil)
    #expect(
      unarchiver.error as? KeyedCodingError
        == KeyedCodingError(
          .unexpectedClass, className: "SteleNSCodingTests.Dog", key: "strings"))
  }

  @Test func `a class that does not support secure coding is refused in both directions`() throws {
    let expected = KeyedCodingError(.notSecure, className: "Insecure")
    #expect(throws: expected) { try archive(Insecure()) }
    let data = try archive(Insecure(), secure: false)
    #expect(refusal([Insecure.self], data) != nil)
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    #expect(unarchiver.decodeObject(forKey: "root") is Insecure)
  }

  @Test func `where no class is named only property lists are given`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.encode(["a": [1, 2]], forKey: "list")
    archiver.encode(Dog(name: "Rex"), forKey: "dog")
    try archiver.finishEncoding()
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(unarchiver.decodeObject(forKey: "list") as? [String: [Int]] == ["a": [1, 2]])
    #expect(unarchiver.decodeObject(forKey: "dog") == nil)
    #expect(unarchiver.error != nil)
  }
}
