import Foundation
import Stele
import SteleNSCoding
import Testing

@Suite("Hostile keyed archives")
struct HostileKeyedArchiveTests {
  private func unarchiver(
    _ archive: HandWrittenArchive, _ settings: SteleDecoder = SteleDecoder(), isSecure: Bool = false
  ) throws -> SteleKeyedUnarchiver {
    let unarchiver = try Format.xmlKeyedArchive.unarchiver(archive.data, settings)
    unarchiver.requiresSecureCoding = isSecure
    return unarchiver
  }

  @Test(arguments: [
    "NSTextCheckingResult", "NSOrthography", "PersonNameComponentsFormatter", "_NSCFString",
    "Foundation._NSCFString",
  ])
  func `classes of Foundation that end the program are not looked up`(_ name: String) throws {
    let archive = HandWrittenArchive(name, [:])
    let kept = try unarchiver(archive, .keeping)
    let object = kept.decodeObject(forKey: "root") as? UnknownCodedObject
    #expect(object?.classNames == [name, "NSObject"])
    #expect(kept.error == nil)
    for isSecure in [true, false] {
      let refusing = try unarchiver(archive, isSecure: isSecure)
      #expect(refusing.decodeObject(of: [NSObject.self], forKey: "root") == nil)
      #expect(refusing.refusal?.reason == .unknownClass)
    }
  }

  @Test func `a class that cannot be asked is refused where it is asked for`() throws {
    let archive = HandWrittenArchive("NSTextCheckingResult", [:])
    let unarchiver = try unarchiver(archive, isSecure: true)
    #expect(unarchiver.decodeObject(of: [NSTextCheckingResult.self], forKey: "root") == nil)
    #expect(unarchiver.refusal?.reason == .notCoding)
  }

  @Test(.enabled(if: isFoundationOfSwift))
  func `an array with another one in it as a key of a dictionary is refused`() throws {
    let uid = HandWrittenArchive.uid
    let map: (String, [String: Any]) = (
      "NSDictionary", ["NS.keys": [uid(2)], "NS.objects": [uid(3)]]
    )
    let unarchiver = try unarchiver(HandWrittenArchive([map], [[[Any]()], "value"]))
    #expect(unarchiver.decodeObject(forKey: "root") == nil)
    #expect(unarchiver.refusal?.reason == .unexpectedValue)
  }

  @Test func `an integer that does not fit is refused`() throws {
    let archive = HandWrittenArchive(objects: [UInt64.max])
    let object = try unarchiver(archive).decodeObject(of: NSNumber.self, forKey: "root")
    #expect(object?.uint64Value == .max)
    let unarchiver = try unarchiver(archive)
    #expect(unarchiver.decodeInteger(forKey: "root") == 0)
    #expect(unarchiver.refusal?.reason == .unexpectedValue)
  }

  @Test func `a UID that stands by itself is no object`() throws {
    let unarchiver = try unarchiver(
      HandWrittenArchive(objects: [HandWrittenArchive.uid(0)]), .keeping)
    #expect(unarchiver.decodeObject(forKey: "root") == nil)
    #expect(unarchiver.refusal?.reason == .unknownClass)
  }
}

#if canImport(ObjectiveC)
  private let isFoundationOfSwift = false
#else
  private let isFoundationOfSwift = true
#endif
