import Foundation

extension Specimen {
  /// Collections, with an object in them that is mutable and another one equal to it.
  static let collections: [Specimen] = [
    Specimen(NSArray.self, contents: strings, NSArray(array: twins())) { facts($0) },
    Specimen(NSArray.self, about: "empty", NSArray()) { ["count": $0.count] },
    Specimen(NSMutableArray.self, contents: strings, NSMutableArray(array: twins())) { facts($0) },
    Specimen(NSSet.self, contents: strings, NSSet(array: ["a", "b"])) {
      ["elements": sorted($0.allObjects), "class": $0.classForCoder]
    },
    Specimen(NSMutableSet.self, contents: strings, NSMutableSet(array: ["a", "b"])) {
      ["elements": sorted($0.allObjects), "class": $0.classForCoder]
    },
    Specimen(NSCountedSet.self, contents: strings, NSCountedSet(array: ["a", "b", "a"])) {
      ["elements": sorted($0.allObjects), "counts": [$0.count(for: "a"), $0.count(for: "b")]]
    },
    Specimen(NSOrderedSet.self, contents: strings, NSOrderedSet(array: ["b", "a"])) {
      ["elements": $0.array.map { "\($0)" }, "class": $0.classForCoder]
    },
    Specimen(NSMutableOrderedSet.self, contents: strings, NSMutableOrderedSet(array: ["b", "a"])) {
      ["elements": $0.array.map { "\($0)" }, "class": $0.classForCoder]
    },
    Specimen(
      NSDictionary.self, contents: strings + [NSNumber.self],
      NSDictionary(dictionary: ["a": 1, "b": "c"])
    ) { facts($0) },
    Specimen(
      NSMutableDictionary.self, contents: strings + [NSNumber.self],
      NSMutableDictionary(dictionary: ["a": 1, "b": "c"])
    ) { facts($0) },
    Specimen(NSDictionary.self, about: "empty", NSDictionary()) { ["count": $0.count] },
    Specimen(NSIndexSet.self, NSIndexSet(indexSet: IndexSet([1, 2, 3, 70_000]))) {
      ["indexes": Array($0 as IndexSet), "class": $0.classForCoder]
    },
    Specimen(NSMutableIndexSet.self, NSMutableIndexSet(indexSet: IndexSet([1, 2, 3, 70_000]))) {
      ["indexes": Array($0 as IndexSet), "class": $0.classForCoder]
    },
    Specimen(NSIndexPath.self, IndexPath(indexes: [1, 2, 300]) as NSIndexPath) {
      ["indexes": (0..<$0.length).map($0.index(atPosition:))]
    },
  ]

  private static let strings: [AnyClass] = [NSString.self]

  private static func twins() -> [Any] {
    [NSMutableString(string: "a"), NSMutableString(string: "a"), "b"]
  }

  private static func sorted(_ elements: [Any]) -> [String] { elements.map { "\($0)" }.sorted() }

  private static func facts(_ list: NSArray) -> KeyValuePairs<String, Any?> {
    ["count": list.count, "elements": list.map { "\($0)" }, "class": list.classForCoder]
  }

  private static func facts(_ map: NSDictionary) -> KeyValuePairs<String, Any?> {
    [
      "count": map.count, "number": map["a"], "type": map["a"].map { Swift.type(of: $0) },
      "string": map["b"] as? String, "class": map.classForCoder,
    ]
  }
}
