import Foundation
import SteleNSCoding
import TestSupport
import Testing

/// A class whose names in archives no other test changes; `NSKeyedArchiver` takes no nested ones.
final class AfternoonPerson: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let name: String

  init(name: String) { self.name = name }

  init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name").map { "\($0)" } ?? ""
  }

  func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }
}

/// The examples of the page that moves a program from the other coders.
@Suite("Examples of a move in an afternoon")
struct AfternoonExamples {
  typealias Person = AfternoonPerson

  func document(in data: Data) throws -> Person? {
    let isOld = ["bplist", "<?xml"].contains { data.starts(with: Data($0.utf8)) }
    return isOld
      ? try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, fromKeyedArchive: data)
      : try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data)
  }

  @Test func `a program moves in steps, and reads files in each form after each of them`() throws {
    let person = Person(name: "Ann")
    let directory = try TemporaryDirectory()
    let url = directory.file("ann.stele")
    let oldData = try NSKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    let old = try SteleKeyedUnarchiver.unarchivedObject(
      ofClass: Person.self, fromKeyedArchive: oldData)
    #expect(old?.name == "Ann")
    let xml = NSKeyedArchiver(requiringSecureCoding: true)
    xml.outputFormat = .xml
    xml.encode(person, forKey: NSKeyedArchiveRootObjectKey)
    xml.finishEncoding()

    SteleKeyedUnarchiver.setClass(Person.self, forClassName: "Person")
    let list = try SteleKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true, outputFormat: .binaryKeyedArchive)
    // A version in use knows nothing of this module.
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: list)?.name == "Ann")

    SteleKeyedArchiver.setClassName("Person", for: Person.self)
    try SteleKeyedArchiver.archive(rootObject: person, to: url, requiringSecureCoding: true)
    defer {
      SteleKeyedArchiver.setClassName(nil, for: Person.self)
      SteleKeyedUnarchiver.setClass(nil, forClassName: "Person")
    }
    for data in [oldData, xml.encodedData, try Data(contentsOf: url), list] {
      #expect(try document(in: data)?.name == "Ann")
    }
    // What was read from the old file is the same in a new one, also in form.
    for data in [oldData, list] {
      let old = try #require(try document(in: data))
      let first = try SteleKeyedArchiver.archivedData(
        withRootObject: old, requiringSecureCoding: true)
      let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: first)
      #expect(try archive(#require(copy)) == first)
    }
  }
}
