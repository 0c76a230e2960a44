import Foundation
import Stele
import SteleKeyedArchive
import SteleNSCoding
import Testing

@Suite("Hostile keyed archives")
struct HostileKeyedArchiveTests {
  private func uid(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  /// An archive with one root, the first of the objects.
  private func archive(_ objects: String...) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$objects</key><array><string>$null</string>\(objects.joined())</array>
      <key>$top</key><dict><key>root</key>\(uid(1))</dict>
      <key>$version</key><integer>100000</integer>
      </dict></plist>
      """.utf8)
  }

  private func record(_ keys: String = "", class number: Int) -> String {
    "<dict>\(keys)<key>$class</key>\(uid(number))</dict>"
  }

  private func classRecord(_ name: String) -> String {
    "<dict><key>$classname</key><string>\(name)</string>"
      + "<key>$classes</key><array><string>\(name)</string></array></dict>"
  }

  private func unarchiver(
    _ data: Data, _ unknown: SteleDecoder.UnknownClasses = .refuse, isSecure: Bool = false
  ) throws -> SteleKeyedUnarchiver {
    var settings = SteleDecoder()
    settings.unknownClasses = unknown
    let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: data, decoder: settings)
    unarchiver.requiresSecureCoding = isSecure
    return unarchiver
  }

  @Test(arguments: [
    "NSTextCheckingResult", "NSOrthography", "PersonNameComponentsFormatter", "_NSCFString",
    "Foundation._NSCFString",
  ])
  func `classes of Foundation that end the program are not looked up`(_ name: String) throws {
    let data = archive(record(class: 2), classRecord(name))
    let kept = try unarchiver(data, .keep)
    #expect((kept.decodeObject(forKey: "root") as? UnknownCodedObject)?.classNames == [name])
    #expect(kept.error == nil)
    for isSecure in [true, false] {
      let refusing = try unarchiver(data, isSecure: isSecure)
      #expect(refusing.decodeObject(of: [NSObject.self], forKey: "root") == nil)
      #expect(refusing.refusal?.reason == .unknownClass)
    }
  }

  @Test func `a class that cannot be asked is refused where it is asked for`() throws {
    let data = archive(record(class: 2), classRecord("NSTextCheckingResult"))
    let unarchiver = try unarchiver(data, isSecure: true)
    #expect(unarchiver.decodeObject(of: [NSTextCheckingResult.self], forKey: "root") == nil)
    #expect(unarchiver.refusal?.reason == .notCoding)
  }

  @Test(.enabled(if: isFoundationOfSwift))
  func `an array with another one in it as a key of a dictionary is refused`() throws {
    let keys =
      "<key>NS.keys</key><array>\(uid(3))</array><key>NS.objects</key><array>\(uid(4))</array>"
    let data = archive(
      record(keys, class: 2), classRecord("NSDictionary"),
      "<array><array/></array>", "<string>value</string>")
    let unarchiver = try unarchiver(data)
    #expect(unarchiver.decodeObject(forKey: "root") == nil)
    #expect(unarchiver.refusal?.reason == .unexpectedValue)
  }

  @Test func `an integer that does not fit is refused`() throws {
    let data = archive("<integer>18446744073709551615</integer>")
    let object = try unarchiver(data).decodeObject(of: NSNumber.self, forKey: "root")
    #expect(object?.uint64Value == .max)
    let unarchiver = try unarchiver(data)
    #expect(unarchiver.decodeInteger(forKey: "root") == 0)
    #expect(unarchiver.refusal?.reason == .unexpectedValue)
  }

  @Test func `a UID that stands by itself is no object`() throws {
    let unarchiver = try unarchiver(archive(uid(0)), .keep)
    #expect(unarchiver.decodeObject(forKey: "root") == nil)
    #expect(unarchiver.refusal?.reason == .unknownClass)
  }
}

#if canImport(ObjectiveC)
  private let isFoundationOfSwift = false
#else
  private let isFoundationOfSwift = true
#endif
