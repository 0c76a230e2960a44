import Foundation
import Stele
import SteleFoundation
import SteleNSCoding
import TestSupport
import Testing

@Suite("Whole archives, and files")
struct WholeArchiveTests {
  @Test func `an array of objects of a class comes back, and nothing else`() throws {
    let data = try archive([Dog(name: "Rex"), Dog(name: "Bello")])
    let dogs = try SteleKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Dog.self, from: data)
    #expect(dogs?.map(\.name) == ["Rex", "Bello"])
    #expect(throws: KeyedCodingError.self) {
      try SteleKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Titled.self, from: data)
    }
    // An array of arrays consists of what was asked for, but is not what was asked for.
    let nested = try archive([[Dog(name: "Rex")]])
    #expect(throws: KeyedCodingError(.unexpectedClass, className: "NSArray", key: "root")) {
      try SteleKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Dog.self, from: nested)
    }
  }

  @Test func `a dictionary of objects of two classes comes back, and nothing else`() throws {
    let data = try archive(["a": Dog(name: "Rex")])
    let dogs = try SteleKeyedUnarchiver.unarchivedDictionary(
      ofKeyClass: NSString.self, objectClass: Dog.self, from: data)
    #expect(dogs?["a"]?.name == "Rex")
    #expect(throws: KeyedCodingError.self) {
      try SteleKeyedUnarchiver.unarchivedDictionary(
        ofKeyClass: NSNumber.self, objectClass: Dog.self, from: data)
    }
    #expect(
      throws: KeyedCodingError(.unexpectedClass, className: "SteleNSCodingTests.Dog", key: "root")
    ) {
      try SteleKeyedUnarchiver.unarchivedDictionary(
        ofKeyClass: NSString.self, objectClass: Dog.self, from: archive(Dog(name: "Rex")))
    }
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    #expect(
      unarchiver.decodeDictionary(
        withKeyClass: NSString.self, objectClass: Dog.self, forKey: "root")?["a"]?.name == "Rex")
  }

  @Test func `a nil that was archived is nil`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.encode(nil, forKey: "root")
    #expect(
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Dog.self, from: archiver.archivedData())
        == nil)
    #expect(
      try SteleKeyedUnarchiver.unarchivedArrayOfObjects(
        ofClass: Dog.self, from: archiver.encodedData) == nil)
  }

  @Test func `an archiver gives its data without being told that it is at its end`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.encode(Dog(name: "Rex"), forKey: "root")
    let data = archiver.encodedData
    #expect(archiver.encodedData == data)
    #expect(try SteleKeyedUnarchiver.unarchivedObject(ofClass: Dog.self, from: data)?.name == "Rex")
    archiver.encode(1, forKey: "late")
    #expect(archiver.refusal == KeyedCodingError(.coderIsFinished, key: "late"))
  }

  @Test func `a save that fails leaves the file as it was`() throws {
    let folder = try TemporaryDirectory()
    let url = folder.file("dogs.stele")
    try SteleKeyedArchiver.archive(rootObject: Dog(name: "Rex"), to: url)
    let before = try Data(contentsOf: url)
    #expect(throws: KeyedCodingError.self) {
      try SteleKeyedArchiver.archive(rootObject: [Dog(name: "Bello"), Insecure()], to: url)
    }
    #expect(try Data(contentsOf: url) == before)
    #expect(try folder.names() == ["dogs.stele"])
    try SteleKeyedArchiver.archive(rootObject: Dog(name: "Hasso"), to: url)
    #expect(
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Dog.self, contentsOf: url)?.name
        == "Hasso")
    #expect(throws: FileError.self) {
      try SteleKeyedArchiver.archive(
        rootObject: Dog(name: "Rex"), to: folder.file("none/dogs.stele"))
    }
    #expect(throws: FileError.self) {
      try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: Dog.self, contentsOf: folder.file("none.stele"))
    }
  }
}
