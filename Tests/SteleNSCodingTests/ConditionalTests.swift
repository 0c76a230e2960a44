import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

@Suite("Conditional references")
struct ConditionalTests {
  @Test
  func `a reference is kept when the object is encoded afterwards, before, or by another root`()
    throws
  {
    let dog = Dog(name: "Rex")
    let orders: [[(SteleKeyedArchiver) -> Void]] = [
      [
        { $0.encodeConditionalObject(dog, forKey: "weak") }, { $0.encode(dog, forKey: "strong") },
      ],
      [
        { $0.encode(dog, forKey: "strong") }, { $0.encodeConditionalObject(dog, forKey: "weak") },
      ],
    ]
    for order in orders {
      let unarchiver = try reading { archiver in for step in order { step(archiver) } }
      let weak = unarchiver.decodeObject(of: Dog.self, forKey: "weak")
      #expect(weak?.name == "Rex")
      #expect(weak === unarchiver.decodeObject(of: Dog.self, forKey: "strong"))
      #expect(unarchiver.error == nil)
    }
  }

  @Test func `an object that nothing encodes for good is nil, and not archived`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.encodeConditionalObject(Dog(name: "Rex"), forKey: "weak")
    archiver.encodeConditionalObject(nil, forKey: "none")
    #expect(try ArchiveGraph([UInt8](archiver.archivedData())).objects.isEmpty)
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "weak") == nil)
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "none") == nil)
    #expect(unarchiver.error == nil)
  }

  @Test func `a value that is no object is encoded`() throws {
    let unarchiver = try reading { $0.encodeConditionalObject("text", forKey: "text") }
    #expect(unarchiver.decodeObject(of: NSString.self, forKey: "text") == "text")
  }
}
