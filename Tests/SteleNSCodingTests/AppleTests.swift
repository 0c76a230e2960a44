import SteleModel

#if canImport(ObjectiveC)
  import Foundation
  import Stele
  import SteleNSCoding
  import Testing

  /// The assumptions of the module about Foundation on Apple's systems, one test for each on the page *Apple systems*.
  ///
  /// They have been written from the documentation of NSCoder, and have not been run: `.ci/apple` runs them.
  @Suite("Assumptions about Foundation on Apple's systems")
  struct AppleTests {
    @objc(SteleAppleNote) final class Note: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      var title = ""
      var tags: [String] = []
      var count: Int32 = 0
      var bytes = Data()

      override init() {}

      func encode(with coder: NSCoder) {
        coder.encode(title, forKey: "title")
        coder.encode(tags, forKey: "tags")
        coder.encodeCInt(count, forKey: "count")
        bytes.withUnsafeBytes {
          coder.encodeBytes(
            $0.bindMemory(to: UInt8.self).baseAddress, length: $0.count, forKey: "bytes")
        }
      }

      init?(coder: NSCoder) {
        title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
        tags = coder.decodeArrayOfObjects(ofClass: NSString.self, forKey: "tags") as? [String] ?? []
        count = coder.decodeCInt(forKey: "count")
        var length = 0
        if let start = coder.decodeBytes(forKey: "bytes", returnedLength: &length) {
          bytes = Data(bytes: start, count: length)
        }
      }
    }

    /// A class whose objects are archived as those of another one.
    final class Draft: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      override var classForKeyedArchiver: AnyClass? { Note.self }
      override init() {}
      func encode(with coder: NSCoder) { coder.encode("draft", forKey: "title") }
      init?(coder: NSCoder) {}
    }

    /// A class that replaces its objects after they have been decoded.
    final class Shared: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      static let only = Shared()
      override init() {}
      func encode(with coder: NSCoder) {}
      init?(coder: NSCoder) {}
      override func awakeAfter(using coder: NSCoder) -> Any? { Shared.only }
    }

    /// In one line below a class of Objective-C with instance variables.
    final class Job: Operation, PropertyCoding {
      var number = 0
      required override init() { super.init() }
    }

    @Test func `instance variables of a superclass of Objective-C are refused by its name`() throws
    {
      let error = #expect(throws: SteleCodingError.self) { try archive(Job()) }
      #expect(error?.reason == .invalidDeclaration(.instanceVariables("NSOperation")))
    }

    private func archive(_ object: Any) throws -> Data {
      try SteleKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    private func note() -> Note {
      let note = Note()
      note.title = "Ann"
      note.tags = ["a", "b"]
      note.count = -7
      note.bytes = Data([1, 2, 3])
      return note
    }

    @Test
    func `objects, arrays, integers of C and bytes arrive at the methods that are overridden`()
      throws
    {
      let copy = try #require(
        try SteleKeyedUnarchiver.unarchivedObject(ofClass: Note.self, from: archive(note())))
      #expect((copy.title, copy.tags, copy.count) == ("Ann", ["a", "b"], -7))
      #expect(copy.bytes == Data([1, 2, 3]))
    }

    @Test func `a class is archived under its name in Objective-C`() throws {
      let archive = try ArchiveReader(opening: [UInt8](archive(note())))
      #expect(archive.classes.entries.contains { $0.name == "SteleAppleNote" })
    }

    @Test func `the class for keyed archivers is recorded`() throws {
      let copy = try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: Note.self, from: archive(Draft()))
      #expect(copy?.title == "draft")
    }

    @Test func `what replaces an object after it was decoded takes its place`() throws {
      let copy = try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: Shared.self, from: archive(Shared()))
      #expect(copy === Shared.only)
    }

    @Test func `a class that was not asked for is refused, and does not raise an exception`() throws
    {
      let data = try archive(note())
      #expect(throws: (any Error).self) {
        try SteleKeyedUnarchiver.unarchivedObject(ofClass: NSDate.self, from: data)
      }
    }

    @Test func `formatters archive themselves`() throws {
      let formatter = NumberFormatter()
      formatter.minimumFractionDigits = 3
      let copy = try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: NumberFormatter.self, from: archive(formatter))
      #expect(copy?.minimumFractionDigits == 3)
    }

    @Test func `files of NSKeyedArchiver are read, and written ones are read by NSKeyedUnarchiver`()
      throws
    {
      let theirs = try NSKeyedArchiver.archivedData(
        withRootObject: note(), requiringSecureCoding: true)
      let copy = try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: Note.self, fromKeyedArchive: theirs)
      #expect(copy?.tags == ["a", "b"])
      let ours = try Format.binaryKeyedArchive.data(of: note())
      #expect(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: Note.self, from: ours)?.title == "Ann")
    }
  }
#endif
