import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// Arrays, dictionaries and numbers that are no numbers in sets, and as keys of dictionaries: what is written is read.
@Suite("What sets and dictionaries hash")
struct HashedContentTests {
  private func copy(_ object: Any, _ format: Format) throws -> Any? {
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

  @Test(arguments: Format.both)
  func `sets of flat arrays and dictionaries come back`(format: Format) throws {
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
    let ordered = try #require(try copy(NSOrderedSet(array: Self.arrays), format) as? NSOrderedSet)
    #expect(ordered.count == Self.arrays.count)
    for (index, array) in Self.arrays.enumerated() {
      #expect((ordered.array[index] as? NSObject)?.isEqual(array) == true)
    }
  }

  @Test(arguments: Format.both)
  func `sets of arrays and dictionaries with collections in them come back`(format: Format) throws {
    let nested: [NSObject] = [
      NSArray(array: [NSArray()]), NSArray(array: [["x"]]), NSArray(array: [["x": [1]]]),
      NSArray(array: [NSMutableArray(array: [1])]), NSDictionary(dictionary: ["d": NSArray()]),
      NSDictionary(dictionary: ["d": ["e": ["f": [1, "g"]]]]),
      NSMutableDictionary(dictionary: ["d": NSSet(array: ["x", NSSet()]), "e": 1]),
    ]
    for set in [NSSet(array: nested), NSMutableSet(array: nested), NSCountedSet(array: nested)] {
      let copy = try #require(try copy(set, format) as? NSSet)
      #expect(type(of: copy) == type(of: set))
      #expect(copy.count == nested.count)
      for value in nested { #expect(copy.contains(value), "\(value)") }
    }
    let ordered = try #require(try copy(NSOrderedSet(array: nested), format) as? NSOrderedSet)
    #expect(ordered.array.count == nested.count)
    #expect(
      try copy(Set([[["a"]], [["b"]], []]), format) as? Set<[[String]]> == [[["a"]], [["b"]], []])
  }

  @Test(arguments: Format.both)
  func `collections in sets nest and share only as much as can be compared`(format: Format) throws {
    var deep = NSArray(array: ["x"])
    for _ in 0..<16 { deep = NSArray(array: [deep]) }
    var shared = NSArray(array: ["x"])
    for _ in 0..<9 { shared = NSArray(array: [shared, shared, shared, shared]) }
    for list in [deep, shared] {
      let error = #expect(throws: KeyedCodingError.self) {
        try format.data(of: NSSet(array: [list]))
      }
      #expect(error?.reason == .notHashable)
      // As an archive would have it.
      let data = try format.data(of: NSArray(array: [list]))
      var graph =
        try format == .stele
        ? ArchiveGraph([UInt8](data)) : ArchiveGraph(keyedArchive: [UInt8](data))
      guard case .reference(let root)? = graph.roots.first?.value else { continue }
      graph.classes = ArchiveClassTable(
        graph.classes.entries
          + [graph.classes.entries[graph.objects[root - 1].entry - 1]].map {
            var entry = $0
            entry.name = "NSSet"
            return entry
          })
      graph.objects[root - 1].entry = graph.classes.entries.count
      let bytes = Data(try graph.encoded())
      let refused = #expect(throws: KeyedCodingError.self) {
        try SteleKeyedUnarchiver.unarchivedObject(
          ofClasses: [NSSet.self, NSArray.self, NSString.self], from: bytes)
      }
      #expect(refused?.reason == .unexpectedValue)
    }
  }

  @Test(arguments: Format.both)
  func `one NaN comes back`(format: Format) throws {
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

  @Test(arguments: Format.both)
  func `what could not be put there again is refused before it is written`(format: Format) throws {
    let ofObjects = NSArray(array: [Dog(name: "Rex")])
    let noDate = NSDate(timeIntervalSinceReferenceDate: .nan)
    let all: [(Any, String)] = [
      (NSSet(array: [ofObjects]), "NSArray"), (NSOrderedSet(array: [[ofObjects]]), "NSArray"),
      (NSCountedSet(array: [ofObjects]), "NSArray"),
      (NSSet(array: [NSSet(array: [NSArray()])]), "NSSet"), (NSSet(array: [noDate]), "NSDate"),
      ([[[1]]: 2], "NSArray"), (Set([Double.nan, .nan]), "NSNumber"),
      ([AnyHashable(true): 1, AnyHashable(1): 2], "NSNumber"),
    ]
    for (object, name) in all {
      let error = #expect(throws: KeyedCodingError.self, "\(object)") {
        try format.data(of: [object])
      }
      #expect((error?.reason, error?.className) == (.notHashable, name))
      #expect(error?.description.contains("Cannot encode") == true)
    }
  }
}
