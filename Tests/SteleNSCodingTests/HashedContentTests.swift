import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Arrays, dictionaries and numbers that are no numbers in sets, and as keys of dictionaries: what is written is read.
@Suite("What sets and dictionaries hash")
struct HashedContentTests {
  private func copy(_ object: Any, _ format: SteleKeyedArchiver.OutputFormat) throws -> Any? {
    let data = try format.data(of: object)
    let classes: [AnyClass] = [
      NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSNull.self, NSUUID.self,
    ]
    return try format.object(of: classes, in: data)
  }

  static var arrays: [NSObject] {
    [
      NSArray(array: ["a", 1]), NSArray(array: ["b", 1]), NSArray(),
      NSArray(array: ["a", 1, NSNull()]),
      NSDictionary(dictionary: ["a": 1]), NSDictionary(dictionary: ["a": 2]), NSDictionary(),
    ]
  }

  @Test(arguments: SteleKeyedArchiver.OutputFormat.both)
  func `sets of flat arrays and dictionaries come back`(
    format: SteleKeyedArchiver.OutputFormat
  ) throws {
    let counted = NSCountedSet(array: Self.arrays)
    counted.add(Self.arrays[0])
    for set in [NSSet(array: Self.arrays), NSMutableSet(array: Self.arrays), counted] {
      let copy = try #require(try copy(set, format) as? NSSet)
      #expect(type(of: copy) == type(of: set))
      #expect(copy.count == Self.arrays.count)
      for array in Self.arrays { #expect(copy.contains(array), "\(array)") }
    }
    let again = try #require(try copy(counted, format) as? NSCountedSet)
    #expect(again.count(for: Self.arrays[0]) == 2)
    let ordered = try #require(
      try copy(NSOrderedSet(array: Self.arrays), format) as? NSOrderedSet)
    #expect(ordered.count == Self.arrays.count)
    for (index, array) in Self.arrays.enumerated() {
      #expect((ordered.array[index] as? NSObject)?.isEqual(array) == true)
    }
  }

  @Test(arguments: SteleKeyedArchiver.OutputFormat.both)
  func `dictionaries with keys that are arrays come back`(
    format: SteleKeyedArchiver.OutputFormat
  ) throws {
    let map = NSMutableDictionary()
    for (index, array) in Self.arrays.enumerated() {
      map.setObject(index, forKey: array)
    }
    let copy = try #require(try copy(map, format) as? NSMutableDictionary)
    #expect(copy.count == map.count)
    for (index, array) in Self.arrays.enumerated() {
      #expect(copy.object(forKey: array) as? Int == index)
    }
  }

  @Test(arguments: SteleKeyedArchiver.OutputFormat.both)
  func `sets and dictionaries of Swift come back`(format: SteleKeyedArchiver.OutputFormat) throws {
    let set: Set<[String]> = [["a", "b"], ["b", "a"], []]
    #expect(try copy(set, format) as? Set<[String]> == set)
    let map: [[Int]: String] = [[1, 2]: "a", [2, 1]: "b"]
    #expect(try copy(map, format) as? [[Int]: String] == map)
  }

  @Test(arguments: SteleKeyedArchiver.OutputFormat.both)
  func `one NaN comes back`(format: SteleKeyedArchiver.OutputFormat) throws {
    let nan = NSNumber(value: Double.nan)
    for set in [NSSet(array: [nan, 1]), NSMutableSet(array: [nan, 1])] {
      let copy = try #require(try copy(set, format) as? NSSet)
      #expect(copy.count == 2)
      #expect(copy.contains { ($0 as? Double)?.isNaN == true })
    }
    let counted = NSCountedSet(array: [nan, nan])
    let again = try #require(try copy(counted, format) as? NSCountedSet)
    #expect(again.count(for: nan) == 2)
    let map = NSMutableDictionary()
    map.setObject("v", forKey: nan)
    let read = try #require(try copy(map, format) as? NSDictionary)
    #expect(read.object(forKey: nan) as? String == "v")
    #expect((try copy(Set([Double.nan, 2]), format) as? Set<Double>)?.count == 2)
  }

  @Test(arguments: SteleKeyedArchiver.OutputFormat.both)
  func `what could not be put there again is refused before it is written`(
    format: SteleKeyedArchiver.OutputFormat
  ) throws {
    let nested = NSArray(array: [NSArray(array: [1])])
    let ofObjects = NSArray(array: [Dog(name: "Rex")])
    let map = NSMutableDictionary()
    map.setObject("v", forKey: nested)
    let noDate = NSDate(timeIntervalSinceReferenceDate: .nan)
    let all: [(Any, String)] = [
      (NSSet(array: [nested]), "NSArray"), (NSOrderedSet(array: [nested]), "NSArray"),
      (NSCountedSet(array: [ofObjects]), "NSArray"), (map, "NSArray"),
      (NSSet(array: [NSSet(array: [NSArray()])]), "NSSet"), (NSSet(array: [noDate]), "NSDate"),
      (Set([[["a"]]]), "NSArray"), ([[[1]]: 2], "NSArray"), (Set([Double.nan, .nan]), "NSNumber"),
      ([AnyHashable(true): 1, AnyHashable(1): 2], "NSNumber"),
    ]
    for (object, name) in all {
      let error = #expect(throws: KeyedCodingError.self, "\(object)") {
        try format.data(of: [object])
      }
      #expect(error?.reason == .notHashable)
      #expect(error?.className == name)
      #expect(error?.description.contains("Cannot encode") == true)
    }
  }
}
