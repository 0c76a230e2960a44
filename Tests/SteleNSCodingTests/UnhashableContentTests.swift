import SteleModel

#if !canImport(ObjectiveC)
  import Foundation
  import Stele
  import SteleInspection
  import SteleKeyedArchive
  import SteleNSCoding
  import TestSupport
  import Testing

  /// Values that Foundation on Linux cannot hash, or not convert to a Swift value as a key.
  @Suite("Values without a hash")
  struct UnhashableContentTests {
    private static let classes: [AnyClass] = [
      NSDictionary.self, NSArray.self, NSSet.self, NSOrderedSet.self, NSString.self, NSNumber.self,
      NSAttributedString.self, NSDecimalNumber.self,
    ]

    /// A dictionary with a key that no Swift dictionary could have.
    private func map<Key: NSObject>(_ key: Key) -> NSDictionary {
      let map = NSMutableDictionary()
      map.setObject("v", forKey: key)
      return map
    }

    @Test(arguments: Format.both)
    func `a key that has no Swift value is refused wherever its dictionary is`(
      format: Format
    ) throws {
      let (list, pairs) = (NSArray(array: ["x"]), NSDictionary(dictionary: ["a": 1]))
      let counted = NSCountedSet(array: ["x"])
      let maps: [(NSDictionary, String)] = [
        (map(list), "NSArray"), (map(NSMutableArray(array: [1])), "NSArray"),
        (map(pairs), "NSDictionary"), (map(NSMutableDictionary()), "NSDictionary"),
      ]
      for (map, name) in maps {
        let places: [NSObject] = [
          map, NSArray(array: [map]), NSMutableArray(array: [NSArray(array: [map])]),
          NSDictionary(dictionary: ["in": map]), NSDictionary(dictionary: [1: ["in": map]]),
          NSArray(array: [NSSet(array: [NSSet(array: ["a"])]), map]),
          NSError(domain: "d", code: 1, userInfo: ["in": map]),
        ]
        for place in places {
          let error = #expect(throws: KeyedCodingError.self) {
            try format.data(of: place, secure: false)
          }
          #expect(error?.reason == .notHashable)
          #expect(error?.className.replacing("Mutable", with: "") == name)
        }
      }
      let error = #expect(throws: KeyedCodingError.self) { try format.data(of: map(counted)) }
      #expect(error?.className == "NSCountedSet")
      let inSets: [NSObject] = [
        NSSet(array: [map(list)]),
        NSCountedSet(array: [map(list)]), NSArray(array: [NSSet(array: [map(list)])]),
        NSDictionary(dictionary: ["a": NSSet(array: [map(list)])]),
      ]
      for set in inSets {
        let error = #expect(throws: KeyedCodingError.self) { try format.data(of: set) }
        #expect(error?.reason == .notHashable)
      }
    }

    @Test(arguments: Format.both)
    func
      `a Swift dictionary with arrays as keys is refused as an object, and comes back as a value`(
        format: Format
      ) throws
    {
      let error = #expect(throws: KeyedCodingError.self) { try format.data(of: [[1]: "a"]) }
      #expect(error?.reason == .notHashable)
      let holder = Holder()
      holder.map = [[1, 2]: "a", [2, 1]: "b"]
      if format == .stele { #expect(try format.copy(holder).map == holder.map) }
    }

    final class Holder: NSObject, PropertyCoding {
      var map: [[Int]: String] = [:]
      override init() {}
    }

    @Test
    func `a keyed archive with such a key is refused, also where an object of Foundation has it`()
      throws
    {
      let uid = HandWrittenArchive.uid
      for name in ["NSArray", "NSDictionary", "NSMutableArray"] {
        let key: (String, [String: Any]) = (
          name, name == "NSDictionary" ? ["NS.objects": [], "NS.keys": []] : ["NS.objects": []]
        )
        let map: (String, [String: Any]) = (
          "NSDictionary", ["NS.keys": [uid(3)], "NS.objects": [uid(3)]]
        )
        let archives: [(HandWrittenArchive, AnyClass)] = [
          (HandWrittenArchive([("NSArray", ["NS.objects": [uid(2)]]), map, key]), NSArray.self),
          (
            HandWrittenArchive([
              ("NSAttributedString", ["NSString": uid(4), "NSAttributes": uid(2)]), map, key,
              ("NSString", ["NS.string": "x"]),
            ]), NSAttributedString.self
          ),
        ]
        for (archive, type): (HandWrittenArchive, AnyClass) in archives {
          for isSecure in [true, false] {
            let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: archive.data)
            unarchiver.requiresSecureCoding = isSecure
            let error = #expect(throws: KeyedCodingError.self) {
              try unarchiver.object(of: [type], forKey: "root")
            }
            #expect(error?.reason == .unexpectedValue)
            #expect(error?.className.hasPrefix("NS") == true)
          }
        }
      }
    }

    @Test func `an archive with a list or a map as a key is refused`() throws {
      for key in ["[\"list\",\"string\"]", "[\"map\",\"string\",\"string\"]"] {
        let value = key.hasPrefix("[\"list\"") ? "[\"x\"]" : "[[\"x\",\"y\"]]"
        let text = """
          {"stele":"1.0","type":"","writer":"","classes":[],"objects":[],
          "roots":[{"name":"root","type":["map",\(key),"string"],"value":[[\(value),"v"]]}]}
          """
        let data = Data(try ArchiveGraph(notation: text).encoded())
        let error = #expect(throws: KeyedCodingError.self) {
          try SteleKeyedUnarchiver.unarchivedObject(ofClasses: Self.classes, from: data)
        }
        #expect((error?.reason, error?.key) == (.unexpectedValue, "root"))
      }
    }

    // MARK: Hashes that differ, or do not return

    @Test(arguments: Format.both)
    func
      `ordered sets and attributed strings, whose hashes differ when they are equal, are refused`(
        format: Format
      ) throws
    {
      let values: [(NSObject, String)] = [
        (NSOrderedSet(array: ["x"]), "NSOrderedSet"),
        (NSMutableOrderedSet(array: ["x"]), "NSMutableOrderedSet"),
        (NSAttributedString(string: "x"), "NSAttributedString"),
        (NSMutableAttributedString(string: "x"), "NSMutableAttributedString"),
      ]
      for (value, name) in values {
        for set in [NSSet(array: [value]), NSCountedSet(array: [value]), map(value)] {
          let error = #expect(throws: KeyedCodingError.self) { try format.data(of: set) }
          #expect((error?.reason, error?.className) == (.notHashable, name))
        }
        let error = #expect(throws: KeyedCodingError.self) {
          try format.data(of: NSOrderedSet(array: [value]))
        }
        #expect(error?.className == name)
      }
      let uid = HandWrittenArchive.uid
      let members: [(String, [String: Any])] = [
        ("NSOrderedSet", [:]),
        ("NSAttributedString", ["NSString": uid(4), "NSAttributes": uid(5)]),
      ]
      for member in members {
        let archive = HandWrittenArchive([
          ("NSSet", ["NS.objects": [uid(2), uid(3)]]), member, member,
          ("NSString", ["NS.string": "x"]), ("NSDictionary", ["NS.keys": [], "NS.objects": []]),
        ])
        let error = #expect(throws: KeyedCodingError.self) {
          try SteleKeyedUnarchiver.unarchivedObject(
            ofClasses: Self.classes, fromKeyedArchive: archive.data)
        }
        #expect((error?.reason, error?.className) == (.unexpectedValue, member.0))
      }
    }

    @Test func `units with different symbols are elements of a set, and converters are not`() throws
    {
      func unit(_ symbol: String) -> UnitLength {
        UnitLength(symbol: symbol, converter: UnitConverterLinear(coefficient: 2))
      }
      let data = try archive(NSCountedSet(array: [unit("a"), unit("b")]))
      let set = try SteleKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSCountedSet.self, UnitLength.self, UnitConverterLinear.self], from: data)
      #expect((set as? NSCountedSet)?.count == 2)
      let error = #expect(throws: KeyedCodingError.self) {
        try archive(NSSet(array: [UnitConverterLinear(coefficient: 2)]))
      }
      #expect((error?.reason, error?.className) == (.notHashable, "UnitConverterLinear"))
    }

    @Test
    func
      `equal units, whose hashes differ, and counted sets that do not equal themselves are refused`()
      throws
    {
      let uid = HandWrittenArchive.uid
      let unit: (String, [String: Any]) = (
        "NSUnitLength", ["NS.symbol": uid(4), "NS.converter": uid(5)]
      )
      let rest: [(String, [String: Any])] = [
        ("NSString", ["NS.string": "x"]),
        ("NSUnitConverterLinear", ["NS.coefficient": 2.0, "NS.constant": 0.0]),
      ]
      let counted: [String: Any] = ["NS.count": 1, "NS.count0": 1]
      var archives: [([(String, [String: Any])], String)] = [
        ([("NSSet", ["NS.objects": [uid(2), uid(3)]]), unit, unit] + rest, "UnitLength")
      ]
      for name in ["NSSet", "NSOrderedSet"] {
        archives.append(
          (
            [
              (name, ["NS.object.0": uid(2)]),
              ("NSCountedSet", counted.merging(["NS.object0": uid(3)]) { $1 }),
              ("NSCountedSet", counted.merging(["NS.object0": uid(4)]) { $1 }), rest[0],
            ], "NSCountedSet"
          ))
      }
      for (objects, className) in archives {
        let error = #expect(throws: KeyedCodingError.self) {
          try SteleKeyedUnarchiver.unarchivedObject(
            ofClasses: Self.classes + [
              UnitLength.self, UnitConverterLinear.self, NSCountedSet.self, NSOrderedSet.self,
            ],
            fromKeyedArchive: HandWrittenArchive(objects).data)
        }
        #expect((error?.reason, error?.className) == (.unexpectedValue, className))
      }
    }

    /// Requests a set with anything in it; its second phase does nothing.
    private final class Late: NSObject, NSSecureCoding, SecondPhaseDecoding {
      static var supportsSecureCoding: Bool { true }
      var value: Any?

      init?(coder: NSCoder) {
        value = coder.decodeObject(
          of: [NSSet.self, NSNumber.self, NSDecimalNumber.self, NSError.self], forKey: "v")
      }

      func encode(with coder: NSCoder) {}
      func finishDecoding(with coder: SteleKeyedUnarchiver) {}
    }

    @Test func `a value without a hash is refused before anything hashes it`() throws {
      let uid = HandWrittenArchive.uid
      let decimal: [String: Any] = [
        "NS.exponent": 0, "NS.length": 1, "NS.negative": false, "NS.compact": true,
        "NS.mantissa.bo": 1, "NS.mantissa": Data([5] + [UInt8](repeating: 0, count: 15)),
      ]
      let members: [(String, [String: Any])] = [
        ("NSDecimalNumber", decimal), ("NSError", ["NSDomain": uid(6), "NSCode": 1]),
      ]
      for member in members {
        let archive = HandWrittenArchive([
          ("NSArray", ["NS.objects": [uid(2), uid(3)]]), ("Late", [:]), ("Late", ["v": uid(4)]),
          ("NSSet", ["NS.objects": [uid(5)]]), member, ("NSString", ["NS.string": "x"]),
        ])
        for isNative in [false, true] {
          var data = try archive.data
          if isNative { data = Data(try ArchiveGraph(keyedArchive: [UInt8](data)).encoded()) }
          let format = isNative ? Format.stele : .binaryKeyedArchive
          let unarchiver = try format.unarchiver(data, naming: [("Late", Late.self)])
          let error = #expect(throws: (any Error).self) {
            try unarchiver.object(of: [NSArray.self, Late.self], forKey: "root")
          }
          if !isNative { #expect((error as? KeyedCodingError)?.className == member.0) }
        }
      }
    }

    // MARK: Characters

    @Test(arguments: ["NSCharacterSet", "NSMutableCharacterSet"])
    func `bytes that are no bitmap of characters are refused`(name: String) throws {
      let plane = [UInt8](repeating: 1, count: 8192)
      let bitmaps: [[UInt8]] = [
        [], [1], plane.dropLast(), plane + [1], plane + [255] + plane, plane + [17] + plane,
        plane + [2] + plane + [1] + plane, plane + [0] + plane,
      ]
      for bitmap in bitmaps {
        let data = try HandWrittenArchive(name, ["NSBitmap": Data(bitmap)]).data
        #expect(
          throws: KeyedCodingError(
            .unexpectedValue, className: "NSCharacterSet", key: "NSBitmap",
            path: "\(name).NSBitmap")
        ) {
          try SteleKeyedUnarchiver.unarchivedObject(
            ofClass: NSCharacterSet.self, fromKeyedArchive: data)
        }
      }
    }
  }
#endif
