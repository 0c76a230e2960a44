import Foundation
import Stele

extension Extreme {
  /// Families of content that is like that of any program: as many small values of one type as fit.
  ///
  /// No limit may refuse it.
  package static let ordinary: [Extreme] =
    ordinaryScalars + ordinaryCollections + ordinaryBodies + ordinaryObjects

  /// Returns families of a list of elements, and of an object that holds the list.
  private static func lists<Element: Codable & SendableMetatype>(
    _ name: String, bytesEach: Int, _ element: @escaping @Sendable (Int) -> Element
  ) -> [Extreme] {
    [
      encoded(name, bytesEach: bytesEach) { (0..<$0).map(element) },
      encoded("\(name), in an object", bytesEach: bytesEach) {
        Ordinary.Holder((0..<$0).map(element))
      },
    ]
  }

  private static func encoded<Value: Codable & SendableMetatype>(
    _ name: String, bytesEach: Int, _ value: @escaping @Sendable (Int) -> Value
  ) -> Extreme {
    Extreme("ordinary " + name, .archive, isOrdinary: true) { byteCount in
      // A value that cannot be encoded gives no archive, and is refused.
      (try? SteleEncoder().encode(value(max(1, byteCount / bytesEach)))) ?? []
    }
  }

  private static let ordinaryScalars: [Extreme] = [
    lists("bools", bytesEach: 1) { $0 % 3 == 0 }, lists("small integers", bytesEach: 1) { $0 % 60 },
    lists("bytes", bytesEach: 1) { UInt8(truncatingIfNeeded: $0) },
    lists("large integers", bytesEach: 8) { Int.max - $0 },
    lists("floats", bytesEach: 4) { Float($0) }, lists("doubles", bytesEach: 8) { Double($0) },
    lists("empty strings", bytesEach: 1) { _ in "" },
    lists("short strings", bytesEach: 4) { String($0 % 1000) },
    lists("longer strings", bytesEach: 20) { "the name of number \($0)" },
    lists("optional integers", bytesEach: 2) { $0 % 50 == 0 ? nil : $0 % 50 },
    lists("optional bools", bytesEach: 2) { Bool?.some($0 % 2 == 0) },
    lists("optional strings", bytesEach: 2) { $0 % 2 == 0 ? nil : "a" },
  ].flatMap { $0 }

  private static let ordinaryCollections: [Extreme] = [
    lists("empty lists", bytesEach: 1) { _ in [Int]() },
    lists("lists of a byte", bytesEach: 2) { [UInt8($0 % 50)] },
    lists("lists of an integer", bytesEach: 3) { [$0 % 50] },
    lists("lists of lists", bytesEach: 3) { [[UInt8($0 % 50)]] },
    lists("lists of three strings", bytesEach: 7) { ["a", "b", String($0 % 10)] },
    lists("sets of an integer", bytesEach: 2) { Set([$0 % 50]) },
    lists("maps of one", bytesEach: 4) { ["a": $0 % 50] },
    lists("maps of three", bytesEach: 10) { ["a": $0 % 50, "b": 1, "c": 2] },
    lists("maps by integers", bytesEach: 3) { [$0 % 50: true] },
    lists("maps of lists", bytesEach: 6) { ["a": [$0 % 50, 7]] },
    [
      encoded("large set", bytesEach: 3) { Set(0..<$0) },
      encoded("large map", bytesEach: 4) {
        Dictionary(uniqueKeysWithValues: (0..<$0).map { ($0, true) })
      },
      encoded("large map by strings", bytesEach: 6) {
        Dictionary(uniqueKeysWithValues: (0..<$0).map { (String($0), $0 % 50) })
      },
    ],
    lists("values of mixed types", bytesEach: 3, mixed),
    lists("JSON objects", bytesEach: 16) {
      Ordinary.MixedValue.object([
        "id": .integer($0 % 50), "tags": .list([.string("a"), .bool(true), .none]),
      ])
    },
  ].flatMap { $0 }

  private static func mixed(_ index: Int) -> Ordinary.MixedValue {
    switch index % 4 {
    case 0: .integer(index % 50)
    case 1: .bool(true)
    case 2: .string("a")
    default: .list([.integer(1)])
    }
  }

  private static let ordinaryBodies: [Extreme] = [
    lists("points", bytesEach: 2) { Ordinary.Point(x: $0 % 60, y: 1) },
    lists("optional points", bytesEach: 3) { $0 % 7 == 0 ? nil : Ordinary.Point(x: $0 % 60, y: 1) },
    lists("lists of points", bytesEach: 5) { [Ordinary.Point(x: $0 % 60, y: 1)] },
    lists("maps of points", bytesEach: 6) { ["a": Ordinary.Point(x: $0 % 60, y: 1)] },
    lists("structs of a byte", bytesEach: 1) { Ordinary.Identifier(raw: UInt8($0 % 50)) },
    lists("structs of structs of a byte", bytesEach: 1) {
      Ordinary.Box(
        item: Ordinary.Box(
          item: Ordinary.Box(item: Ordinary.Box(item: Ordinary.Identifier(raw: UInt8($0 % 50))))))
    },
    lists("structs of lists", bytesEach: 6) { Ordinary.Box(item: ["a", String($0 % 10)]) },
    lists("structs of a list of a byte", bytesEach: 2) { Ordinary.Box(item: [UInt8($0 % 50)]) },
    lists("structs of maps", bytesEach: 4) { Ordinary.Box(item: ["a": $0 % 50]) },
    lists("structs without most of many keys", bytesEach: 5) { Ordinary.WideStruct($0) },
    lists("enums", bytesEach: 1) { $0 % 2 == 0 ? Ordinary.Suit.hearts : .spades },
    lists("enums with payloads", bytesEach: 2) {
      $0 % 2 == 0 ? Ordinary.Shape.circle($0 % 50) : .none
    },
    lists("raw values", bytesEach: 1) { Ordinary.RawSuit(rawValue: $0 % 2) },
    lists("trees", bytesEach: 8) {
      Ordinary.Tree(value: $0 % 50, children: [Ordinary.Tree(value: 1, children: [])])
    },
    lists("deep trees", bytesEach: 80) { _ in
      (0..<20).reduce(Ordinary.Tree(value: 0, children: [])) { tree, value in
        Ordinary.Tree(value: value, children: [tree])
      }
    },
  ].flatMap { $0 }

  private static let ordinaryObjects: [Extreme] = [
    lists("objects without keys", bytesEach: 4) { _ in Ordinary.Empty() },
    lists("objects with a key", bytesEach: 5) { Ordinary.Node($0 % 50) },
    lists("objects in lists of one", bytesEach: 7) { [Ordinary.Node($0 % 50)] },
    lists("objects in optionals", bytesEach: 7) { $0 % 9 == 0 ? nil : Ordinary.Node($0 % 50) },
    lists("objects without most of many keys", bytesEach: 9) { Ordinary.WideObject($0) },
    [
      encoded("linked objects", bytesEach: 6) { count in
        (1..<count).reduce(Ordinary.Node(0)) { next, value in Ordinary.Node(value % 50, next: next)
        }
      }
    ],
  ].flatMap { $0 }
}
