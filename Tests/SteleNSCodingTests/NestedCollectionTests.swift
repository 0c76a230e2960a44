import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Collections in collections, as deep as one likes.
@Suite("Collections in collections")
struct NestedCollectionTests {
  /// Returns the depth of one element in lists that contain only each other and the element.
  private func depth(_ list: Any?) -> Int {
    var next = list
    var depth = 0
    while let list = next as? NSArray {
      depth += 1
      next = list.firstObject
    }
    return depth
  }

  @Test(arguments: [1, 15, 16, 17, 24, 64, 65, 400])
  func `arrays nest as deep as one likes, also where the stack is small`(count: Int) throws {
    try onStack {
      for format in Format.both {
        do {
          var list: [Any] = ["end"]
          for _ in 1..<count { list = [list] }
          let data = try format.data(of: list)
          let classes: [AnyClass] = [NSArray.self, NSString.self]
          let copy = try format.object(of: classes, in: data)
          // Foundation goes down to the end whenever it is asked for an element.
          if count <= 65 { #expect(depth(copy) == count) } else { #expect(copy is NSArray) }
        } catch {
          Issue.record("\(count), \(format): \(error)")
        }
      }
    }
  }

  @Test func `4,000 arrays in each other come back`() throws {
    var list: [Any] = ["end"]
    for _ in 1..<4_000 { list = [list] }
    let copy = try SteleKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSString.self], from: archive(list))
    #expect(copy is NSArray)
  }

  @Test func `dictionaries and sets nest, too`() throws {
    var map: [String: Any] = ["end": 1]
    for _ in 1..<300 { map = ["next": map, "set": Set(["a"])] }
    let copy = try SteleKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSDictionary.self, NSSet.self, NSString.self, NSNumber.self], from: archive(map))
    var depth = 0
    var next = copy
    while let map = next as? NSDictionary {
      depth += 1
      next = map["next"]
    }
    #expect(depth == 300)
  }

  @Test func `mutable arrays nest`() throws {
    var list = NSMutableArray(object: "end")
    for _ in 1..<1_000 { list = NSMutableArray(object: list) }
    let copy = try SteleKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSString.self], from: archive(list))
    #expect(copy is NSArray)
  }

  @Test func `a mutable dictionary in itself is an error with the way around`() throws {
    let map = NSMutableDictionary()
    map["self"] = map
    map["text"] = "a"
    defer { map.removeAllObjects() }
    #expect(throws: EncodingError.self) { try archive(map) }
    #expect(throws: EncodingError.self) {
      try Format.binaryKeyedArchive.data(of: map)
    }
  }
}
