import Foundation
import SteleNSCoding
import TestSupport
import Testing

/// A class by hand that asks for each object by its class.
final class SecureObject: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var list: NSMutableArray?
  var title: NSString?
  var content: NSString?
  var index = 0
  var outer: SecureObject?

  override init() {}

  init?(coder: NSCoder) {
    list = coder.decodeObject(of: NSMutableArray.self, forKey: "dataList")
    title = coder.decodeObject(of: NSString.self, forKey: "secureTitle")
    index = coder.decodeObject(of: NSNumber.self, forKey: "secureIndex")?.intValue ?? -1
    outer = coder.decodeObject(of: SecureObject.self, forKey: "superObj")
    content = coder.decodeObject(of: NSString.self, forKey: "secureContent")
  }

  func encode(with coder: NSCoder) {
    coder.encode(list, forKey: "dataList")
    coder.encode(title, forKey: "secureTitle")
    coder.encode(outer, forKey: "superObj")
    coder.encode(NSNumber(value: index), forKey: "secureIndex")
    coder.encode(content, forKey: "secureContent")
  }
}

@Suite("Walk-through: secure coding by hand, side by side")
struct SecureObjectWalkthrough {
  @Test(arguments: Coders.allCases)
  func `strings, a boxed number, an object and a list that is nil come back`(_ coders: Coders)
    throws
  {
    let object = SecureObject()
    (object.title, object.content, object.index) = ("t", "c", 7)
    object.outer = SecureObject()
    object.outer?.title = "super"
    let copy = try #require(try coders.copy(object))
    #expect(copy.title == "t")
    #expect(copy.content == "c")
    #expect(copy.outer?.title == "super")
    #expect(copy.index == 7)
    #expect(copy.list == nil)
    #expect(copy.outer?.outer == nil)
  }

  @Test(arguments: Coders.allCases)
  func `a list that was mutable is mutable, empty or not`(_ coders: Coders) throws {
    for content in [[], ["a", "b", 3]] as [[Any]] {
      let object = SecureObject()
      object.list = NSMutableArray(array: content)
      let list = try #require(try coders.copy(object)?.list)
      #expect(list.isEqual(to: content))
      list.add("x")
      #expect(list.count == content.count + 1)
    }
  }

  @Test(arguments: Coders.allCases)
  func `an archive is written to a file and read from it`(_ coders: Coders) throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("archive")
    let object = SecureObject()
    object.title = "file"
    try coders.data(of: object).write(to: file, options: .atomic)
    let copy = try coders.object(of: SecureObject.self, in: Data(contentsOf: file))
    #expect(copy?.title == "file")
  }

  @Test func `a list of objects whose class was not asked for is refused`() throws {
    // Foundation refuses it on Apple's systems, and not on Linux.
    let object = SecureObject()
    object.list = NSMutableArray(array: [NSUUID()])
    #expect(throws: KeyedCodingError.self) { try Coders.stele.copy(object) }
  }
}
