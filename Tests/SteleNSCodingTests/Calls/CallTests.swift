import Foundation
import SteleNSCoding
import TestSupport
import Testing

#if !canImport(ObjectiveC)
  @Suite("Calls of NSKeyedArchiver")
  struct CallTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private func calls(_ name: String) throws -> Substring {
      let text = try String(
        contentsOf: Self.folder.appendingPathComponent("\(name).swift"), encoding: .utf8)
      return text[try #require(text.range(of: "// MARK: Calls")).upperBound...]
    }

    @Test func `one text of calls is compiled against the coders of Foundation and against these`()
      throws
    {
      #expect(try calls("CallsOfFoundation") == calls("CallsOfStele"))
    }

    @available(*, deprecated, message: "It makes the calls that are.")
    @Test func `each call that writes or reads an archive does the same`() throws {
      let directory = try TemporaryDirectory()
      let file = directory.file("dog")
      let dog = Dog(name: "text")
      let theirs = try CallsOfFoundation.archives(of: dog, at: file)
      let ours = try CallsOfStele.archives(of: dog, at: file)
      #expect((theirs.count, ours.count) == (5, 5))
      let read =
        try theirs.map { try CallsOfFoundation.dogs(in: $0, at: file) }
        + ours.map { try CallsOfStele.dogs(in: $0, at: file) }
      for dogs in read {
        #expect(dogs.map { ($0 as? Dog)?.name } == Array(repeating: "text", count: 8))
      }
    }

    @Test func `each kind of value is the same after either pair of coders`() throws {
      #expect(try CallsOfFoundation.values() == CallsOfStele.values())
    }
  }
#endif

@Suite("Calls that cannot throw")
struct NonthrowingCallTests {
  @available(*, deprecated, message: "It makes the calls that are.")
  @Test func `an error that is not asked for leaves no archive, and stays to be asked for`() throws
  {
    final class Plain {}
    let error = KeyedCodingError(.notCoding, className: "Plain", key: "root")
    let archiver = SteleKeyedArchiver()
    archiver.encode(Plain(), forKey: "root")
    archiver.finishEncoding()
    #expect(archiver.refusal == error)
    #expect(archiver.encodedData.isEmpty)
    #expect(throws: error) { try archiver.archivedData() }

    #expect(SteleKeyedArchiver.archivedData(withRootObject: Plain()).isEmpty)
    let bytes = NSMutableData()
    let writing = SteleKeyedArchiver(forWritingWith: bytes)
    writing.encode(Plain(), forKey: "root")
    writing.finishEncoding()
    #expect(bytes.length == 0)
  }

  @available(*, deprecated, message: "It makes the calls that are.")
  @Test func `a file stays as it was if the object cannot be archived`() throws {
    final class Plain {}
    let directory = try TemporaryDirectory()
    let file = directory.file("dog")
    #expect(SteleKeyedArchiver.archiveRootObject(Dog(name: "old"), toFile: file.path))
    #expect(!SteleKeyedArchiver.archiveRootObject(Plain(), toFile: file.path))
    let dog = SteleKeyedUnarchiver.unarchiveObject(withFile: file.path) as? Dog
    #expect(dog?.name == "old")
  }

  @available(*, deprecated, message: "It makes the calls that are.")
  @Test func `an archive that is invalid gives nil, and the unarchiver has the error`() {
    let data = Data([1, 2, 3])
    #expect(SteleKeyedUnarchiver.unarchiveObject(with: data) == nil)
    #expect(SteleKeyedUnarchiver.unarchiveObject(withFile: "/nowhere/at all") == nil)
    #expect(throws: DecodingError.self) {
      try SteleKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
    }
    let unarchiver = SteleKeyedUnarchiver(forReadingWith: data)
    #expect(unarchiver.decodeObject(forKey: "root") == nil)
    #expect(unarchiver.error is DecodingError)
  }

  @Test func `the format is set before the first value, and is an error after that`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.outputFormat = .binaryKeyedArchive
    archiver.encode(1, forKey: "one")
    #expect(try archiver.archivedData().starts(with: Data("bplist".utf8)))

    let late = SteleKeyedArchiver()
    late.encode(1, forKey: "one")
    late.outputFormat = .xmlKeyedArchive
    let error = #expect(throws: KeyedCodingError.self) { try late.archivedData() }
    #expect(error?.reason == .notSupported)
  }
}
