import SteleModel

#if !canImport(ObjectiveC)
  import Foundation
  import Stele
  import SteleKeyedArchive
  import SteleNSCoding
  import TestSupport
  import Testing

  /// The keys that Apple's coders write for classes of Foundation, against those that are read here.
  @Suite("Keys of Foundation's classes in keyed archives")
  struct KeysOfFoundationTests {
    /// All classes that Foundation has on Linux in the collected archives, with their keys.
    private static let read: [String: Set<String>] = [
      "NSAffineTransform": ["NSTransformStruct"], "NSArray": ["NS.objects"],
      "NSAttributedString": ["NSAttributeInfo", "NSAttributes", "NSString"],
      "NSCalendar": [
        "NS.firstwkdy", "NS.gstartdate", "NS.identifier", "NS.locale", "NS.mindays", "NS.timezone",
      ],
      "NSComplexRegularExpressionCheckingResult": [
        "NSRangeArray", "NSRangeLength", "NSRangeLocation", "NSRegularExpression",
      ],
      "NSDate": ["NS.time"],
      "NSDateIntervalFormatter": [
        "NS.calendar", "NS.dateStyle", "NS.dateTemplate", "NS.dateTemplateFromStyles", "NS.locale",
        "NS.modified", "NS.timeStyle", "NS.timeZone", "NS.useTemplate",
      ],
      "NSDecimalNumberPlaceholder": [
        "NS.compact", "NS.exponent", "NS.length", "NS.mantissa", "NS.mantissa.bo", "NS.negative",
      ],
      "NSDictionary": ["NS.keys", "NS.objects"], "NSLocale": ["NS.identifier"],
      "NSMutableArray": ["NS.objects"],
      "NSMutableAttributedString": ["NSAttributeInfo", "NSAttributes", "NSString"],
      "NSMutableData": ["NS.data"], "NSMutableDictionary": ["NS.keys", "NS.objects"],
      "NSMutableSet": ["NS.objects"], "NSMutableString": ["NS.string"],
      "NSNotification": ["NS.name", "NS.object", "NS.userinfo"], "NSNull": [],
      "NSRegularExpression": ["NSOptions", "NSPattern"], "NSSet": ["NS.objects"],
      "NSTimeZone": ["NS.data", "NS.name"], "NSURL": ["NS.base", "NS.relative"],
      "NSUUID": ["NS.uuidbytes"],
      "NSValue": [
        "$0", "$1", "NS.pointval", "NS.rangeval.length", "NS.rangeval.location", "NS.rectval",
        "NS.sizeval", "NS.special",
      ],
    ]

    /// The classes of which some keys are not read: their objects stay opaque, or are refused.
    private static let unread: [String: Set<String>] = [
      "NSNumberFormatter": [
        "NS.allowsfloats", "NS.attributes", "NS.decimal", "NS.hasthousands", "NS.localized",
        "NS.max", "NS.min", "NS.nan", "NS.negativeattrs", "NS.negativeformat", "NS.nil",
        "NS.positiveattrs", "NS.positiveformat", "NS.rounding", "NS.thousand", "NS.zero",
      ]
    ]

    /// The keys of the records of each class.
    private func keys(in bytes: [UInt8]) throws -> [String: Set<String>] {
      let graph = try ArchiveGraph(keyedArchive: bytes)
      var keys: [String: Set<String>] = [:]
      for object in graph.objects {
        guard let name = graph.classes[object.entry]?.name, !name.hasPrefix("$"),
          !name.hasPrefix("_")
        else { continue }
        let present = zip(graph.classes.storedKeys(of: object.entry), object.values)
          .compactMap { $1 == nil ? nil : $0.name }
        keys[name, default: []].formUnion(present.filter { $0 != "$class" })
      }
      return keys
    }

    private func isOfFoundation(_ name: String) -> Bool {
      name == "NSDecimalNumberPlaceholder" || _typeByName("Foundation.\(name)") is any NSCoding.Type
        || NSClassFromString(name) is any NSCoding.Type
    }

    @Test func `the table has all classes and keys of the collected archives`() throws {
      var found: [String: Set<String>] = [:]
      for archive in try KeyedArchiveSample.all() {
        found.merge(try keys(in: archive.bytes)) { $0.union($1) }
      }
      let expected = Self.read.merging(Self.unread) { $0.union($1) }
      let known = found.filter { isOfFoundation($0.key) }
      #expect(Set(known.keys) == Set(expected.keys))
      for (name, keys) in known { #expect(keys == expected[name], "\(name)") }
    }

    @Test(arguments: try KeyedArchiveSample.all())
    func `an object with a key that is not read stays opaque, and is written again as it was`(
      _ archive: KeyedArchiveSample
    ) throws {
      let before = try keys(in: archive.bytes).filter { Self.unread[$0.key] != nil }
      guard !before.isEmpty else { return }
      let unarchiver = try Format.binaryKeyedArchive.unarchiver(Data(archive.bytes), .keeping)
      unarchiver.requiresSecureCoding = false
      let archiver = SteleKeyedArchiver(
        requiringSecureCoding: false, outputFormat: .binaryKeyedArchive)
      for root in try archive.roots() {
        archiver.encode(unarchiver.decodeObject(forKey: root), forKey: root)
      }
      #expect(unarchiver.error == nil)
      let opaque = Set(unarchiver.unknownObjects.compactMap(\.classNames.first))
        .filter(isOfFoundation)
      #expect(opaque == Set(before.keys))
      let after = try keys(in: [UInt8](archiver.archivedData()))
      for (name, keys) in before { #expect(after[name] == keys) }
      for object in unarchiver.unknownObjects { object.removeValues() }
    }

    /// Records that are read as a whole.
    private static var records: [(name: String, members: [String: Any])] {
      let uid = HandWrittenArchive.uid
      return [
        ("NSArray", ["NS.objects": []]), ("NSMutableSet", ["NS.objects": []]),
        ("NSOrderedSet", [:]), ("NSCountedSet", ["NS.count": 0]),
        ("NSDictionary", ["NS.keys": [], "NS.objects": []]),
        ("NSUUID", ["NS.uuidbytes": Data(repeating: 7, count: 16)]), ("NSDate", ["NS.time": 1.5]),
        ("NSURL", ["NS.base": uid(0), "NS.relative": uid(2)]),
        ("NSLocale", ["NS.identifier": uid(2)]),
        ("NSMutableString", ["NS.string": "x"]), ("NSMutableData", ["NS.data": Data([1])]),
        ("NSValue", ["NS.special": 1, "NS.pointval": uid(3)]),
        ("NSIndexSet", ["NSRangeCount": 1, "NSLocation": 2, "NSLength": 3]),
        ("NSError", ["NSDomain": uid(2), "NSCode": 3]), ("NSNumberFormatter", [:]),
        ("NSDateFormatter", [:]), ("NSCharacterSet", ["NSString": "abc", "NSIsInverted": true]),
        ("NSNotification", ["NS.name": uid(2)]), ("NSTimeZone", ["NS.name": uid(4)]),
        ("NSDateInterval", ["NS.startDate": uid(5), "NS.endDate": uid(5)]),
        ("NSURLQueryItem", ["NS.name": uid(2), "NS.value": uid(2)]),
      ]
    }

    @Test func `a key that a class does not read is refused by its name, in every class`() throws {
      for record in Self.records {
        for hasMore in [false, true] {
          var members = record.members
          if hasMore { members["NS.unread"] = HandWrittenArchive.uid(2) }
          let data = try HandWrittenArchive([
            (record.name, members), ("NSString", ["NS.string": "a"]),
            ("NSString", ["NS.string": "{1, 2}"]), ("NSString", ["NS.string": "GMT"]),
            ("NSDate", ["NS.time": 3.5]),
          ]).data
          for isKeeping in [false, true] {
            let unarchiver = try Format.xmlKeyedArchive.unarchiver(
              data, isKeeping ? .keeping : SteleDecoder())
            unarchiver.requiresSecureCoding = false
            let object = unarchiver.decodeObject(forKey: "root")
            guard hasMore, !isKeeping else {
              #expect(unarchiver.error == nil, "\(record.name)")
              #expect((object is UnknownCodedObject) == hasMore, "\(record.name)")
              continue
            }
            let error = unarchiver.refusal
            #expect(error?.reason == .notSupported, "\(record.name)")
            #expect(error?.className == "this key of \(record.name)")
            #expect(error?.key == "NS.unread")
          }
        }
      }
    }
  }
#endif
