import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

@Suite("Conditional references")
struct ConditionalTests {
  /// Decoders of what has been archived; Foundation's own reads keyed archives as well.
  private func decoders(_ data: Data, _ format: Format) throws -> [NSCoder] {
    let unarchiver = try format.unarchiver(data)
    if format == .stele { return [unarchiver] }
    return [unarchiver, try NSKeyedUnarchiver(forReadingFrom: data)]
  }

  @Test(arguments: Format.both)
  func `a reference is kept when the object is encoded afterwards, before, or by another root`(
    format: Format
  ) throws {
    let dog = Dog(name: "Rex")
    let weakFirst = try format.data {
      $0.encodeConditionalObject(dog, forKey: "weak")
      $0.encode(dog, forKey: "strong")
    }
    let strongFirst = try format.data {
      $0.encode(dog, forKey: "strong")
      $0.encodeConditionalObject(dog, forKey: "weak")
    }
    for decoder in try decoders(weakFirst, format) + decoders(strongFirst, format) {
      let weak = decoder.decodeObject(of: Dog.self, forKey: "weak")
      #expect(weak?.name == "Rex")
      #expect(weak === decoder.decodeObject(of: Dog.self, forKey: "strong"))
      #expect(decoder.error == nil)
    }
  }

  @Test(arguments: Format.both)
  func `an object that nothing encodes for good is nil, and not archived`(format: Format) throws {
    let data = try format.data {
      $0.encodeConditionalObject(Dog(name: "Rex"), forKey: "weak")
      $0.encodeConditionalObject(nil, forKey: "none")
    }
    if format == .stele { #expect(try ArchiveGraph([UInt8](data)).objects.isEmpty) }
    for decoder in try decoders(data, format) {
      #expect(decoder.decodeObject(of: Dog.self, forKey: "weak") == nil)
      #expect(decoder.decodeObject(of: Dog.self, forKey: "none") == nil)
      #expect(decoder.error == nil)
    }
  }

  @Test func `a value that is no object is encoded`() throws {
    let unarchiver = try reading { $0.encodeConditionalObject("text", forKey: "text") }
    #expect(unarchiver.decodeObject(of: NSString.self, forKey: "text") == "text")
  }
}
