import Foundation
import Stele
import SteleFoundation
import SteleNSCoding
import Testing

/// The texts of refusals that new users meet first.
@Suite("Texts of refusals")
struct RefusalTextTests {
  @Test func `a property list that is given as an archive says what to call instead`() throws {
    for format in [Format.binaryKeyedArchive, .xmlKeyedArchive] {
      let list = try format.data(of: Dog(name: "Rex"))
      let error = #expect(throws: DecodingError.self) {
        try SteleKeyedUnarchiver(forReadingFrom: list)
      }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.debugDescription.contains("fromKeyedArchive"))
      #expect(context.underlyingError is ArchiveError)
    }
  }

  @Test func `an error has a domain and a code for Objective-C, and what it says`() {
    let error = KeyedCodingError(.notSecure, className: "Dog", key: "pet", path: "Person.pet")
    #expect((error as NSError).domain == "SteleKeyedCodingErrorDomain")
    #expect((error as NSError).code == KeyedCodingErrorCode.notSecure.rawValue)
    #expect(error.errorUserInfo["path"] as? String == "Person.pet")
    #expect(error.localizedDescription.contains("Dog"))
  }

  @Test func `a property that is refused says what to do`() throws {
    let error = #expect(throws: SteleCodingError.self) { try archive(WeakAccount()) }
    #expect(error?.description.contains("the property owner is weak or unowned") == true)
    #expect(error?.description.contains("make it a ConditionalReference") == true)
    #expect(error?.className == "SteleNSCodingTests.WeakAccount")
    #expect("\(DeclarationFlaw.propertyNotCodable("work"))".contains("mark it TransientValue"))
  }

  @Test func `errors have the names of classes that programs know`() throws {
    let list = try Format.binaryKeyedArchive.data(of: "text")
    let error = #expect(throws: KeyedCodingError.self) {
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: NSDate.self, fromKeyedArchive: list)
    }
    #expect(error?.className == "NSString")
  }

  @Test func `what is no url of a file is not written to, and not read`() throws {
    let url = try #require(URL(string: "http://example.org/y"))
    let error = #expect(throws: FileError.self) {
      try SteleKeyedArchiver.archive(rootObject: Dog(name: "Rex"), to: url)
    }
    #expect(error?.reason == .notAFileURL)
    let other = #expect(throws: FileError.self) {
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Dog.self, contentsOf: url)
    }
    #expect(other?.reason == .notAFileURL)
    #expect(!FileManager.default.fileExists(atPath: "/y"))
  }

  @Test func `an attributed string in a keyed archive is readable`() throws {
    let text = NSMutableAttributedString(string: "Hello world")
    text.addAttribute(
      NSAttributedString.Key("weight"), value: 3, range: NSRange(location: 0, length: 5))
    for text in [NSAttributedString(string: "plain"), NSAttributedString(attributedString: text)] {
      let list = try Format.binaryKeyedArchive.data(of: text)
      #expect(try Format.binaryKeyedArchive.copy(text).isEqual(to: text))
      let other = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSAttributedString.self], from: list)
      #expect((other as? NSAttributedString)?.isEqual(to: text) == true)
    }
  }
}
