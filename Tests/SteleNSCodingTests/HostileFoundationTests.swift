import SteleModel

#if !canImport(ObjectiveC)
  // Foundation raises exceptions elsewhere.
  import Foundation
  import Stele
  import SteleInspection
  import SteleNSCoding
  import TestSupport
  import Testing

  /// Archives for which Foundation's own code ends the process.
  @Suite("Hostile archives of Foundation's classes")
  struct HostileFoundationTests {
    private func fixture(_ name: String) throws -> Data {
      Data(try FixtureFolder.bytes("foundation/\(name)"))
    }

    /// The stored keys of an object, with their types and values.
    private typealias Fields = KeyValuePairs<
      String, (type: ArchiveTypeDescriptor, value: ArchiveValue)
    >

    /// Decodes the root of an archive of objects, each of which has a class of its own; the first one is the root.
    private func root(
      of classes: [AnyClass], _ objects: (className: String, fields: Fields)...
    ) throws -> Any? {
      var graph = ArchiveGraph()
      for (className, fields) in objects {
        let keys = fields.map { ArchiveKey($0.key, $0.value.type) }
        let entry = graph.classes.define(.class(className, keys: keys))
        graph.add(ArchiveObject(entry: entry, values: fields.map(\.value.value)))
      }
      graph.roots = [ArchiveNamedValue("root", .reference(to: nil), .reference(1))]
      let data = Data(try graph.encoded())
      return try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    }

    // MARK: Sets of indexes
    /// The refusal of ranges that cannot be those of a set.
    private static let rangeData = KeyedCodingError(
      .unexpectedValue, className: "NSIndexSet", key: "NSRangeData", path: "NSIndexSet.NSRangeData")

    @Test func `a set of indexes with a number of ranges that is none is refused`() throws {
      let data = try fixture("index-set-count.stele")
      #expect(throws: Self.rangeData) {
        try SteleKeyedUnarchiver.unarchivedObject(ofClass: NSIndexSet.self, from: data)
      }
    }

    @Test(arguments: [
      (1, -1, 1), (1, 0, -1), (1, .max, 1), (1, 2, .max - 1), (1, .min, .min), (-1, 0, 1),
      (.max, 0, 1),
    ])
    func `a range of indexes that there cannot be is refused`(
      count: Int, location: Int, length: Int
    ) throws {
      for name in ["NSIndexSet", "NSMutableIndexSet"] {
        let error = #expect(throws: KeyedCodingError.self) {
          try root(
            of: [NSIndexSet.self],
            (
              name,
              [
                "NSRangeCount": (.int64, .integer(Int128(count))),
                "NSLocation": (.int64, .integer(Int128(location))),
                "NSLength": (.int64, .integer(Int128(length))),
              ]
            ))
        }
        #expect((error?.reason, error?.className) == (.unexpectedValue, name))
      }
    }

    @Test(arguments: [
      "01010101", "05010301", "010001", "0180", "01FFFFFFFFFFFFFFFFFF01",
      "00FFFFFFFFFFFFFFFFFF010001", "010105", "0100",
    ])
    func `ranges of indexes that overlap, are empty or go on for ever are refused`(
      digits: String
    ) throws {
      let bytes = try #require([UInt8](hexadecimal: digits))
      #expect(throws: Self.rangeData) {
        try root(
          of: [NSIndexSet.self],
          (
            "NSIndexSet",
            ["NSRangeCount": (.int64, .integer(2)), "NSRangeData": (.bytes, .bytes(bytes))]
          ))
      }
    }

    @Test(arguments: Format.all)
    func `sets of indexes come back up to the greatest index`(format: Format) throws {
      let many = NSMutableIndexSet()
      for number in 0..<1000 {
        many.add(in: NSRange(location: number * number * 7, length: number % 5 + 1))
      }
      many.add(Int.max - 1)
      let sets = [
        NSIndexSet(), NSIndexSet(indexesIn: NSRange(location: 0, length: Int.max - 2)),
        NSIndexSet(indexesIn: NSRange(location: 0, length: Int.max)),
        NSIndexSet(index: Int.max - 1), NSIndexSet(indexSet: many as IndexSet),
      ]
      for set in sets { #expect(try format.copy(set) == set) }
      let mutable = try format.copy(many)
      #expect(mutable == many)
      mutable.add(Int.max - 2)
      #expect(mutable.count == many.count + 1)
    }

    @Test func `a set of the ranges that an Apple system has archived comes back`() throws {
      let numbers: [UInt8] = [
        3, 2, 8, 1, 12, 6, 21, 1, 23, 1, 25, 1, 27, 2, 31, 8, 44, 1, 48, 1, 141, 1, 1, 144, 1, 1,
      ]
      let archive = HandWrittenArchive([
        ("NSMutableIndexSet", ["NSRangeCount": 12, "NSRangeData": HandWrittenArchive.uid(2)]),
        ("NSMutableData", ["NS.data": Data(numbers)]),
      ])
      let set = try #require(
        try SteleKeyedUnarchiver.unarchivedObject(
          ofClass: NSIndexSet.self, fromKeyedArchive: archive.data))
      #expect(set is NSMutableIndexSet)
      #expect(Array((set as IndexSet).prefix(4)) == [3, 4, 8, 12])
      #expect(set.contains(141) && set.contains(144))
      #expect((set.lastIndex, set.count) == (144, 26))
    }

    /// Has a set of indexes as a struct, and asks for an object.
    private final class Holder: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      let indexes: IndexSet
      let lists: [IndexSet]

      init(_ indexes: IndexSet) {
        self.indexes = indexes
        lists = [indexes]
      }

      init?(coder: NSCoder) {
        guard let indexes = coder.decodeObject(of: NSIndexSet.self, forKey: "indexes"),
          let lists = coder.decodeObject(of: [NSArray.self, NSIndexSet.self], forKey: "lists")
            as? [NSIndexSet]
        else { return nil }
        self.indexes = indexes as IndexSet
        self.lists = lists.map { $0 as IndexSet }
      }

      func encode(with coder: NSCoder) {
        try? (coder as? SteleKeyedArchiver)?.encodeEncodable(indexes, forKey: "indexes")
        try? (coder as? SteleKeyedArchiver)?.encodeEncodable(lists, forKey: "lists")
      }
    }

    @Test func `a struct in the place of a set of indexes is refused if it has no ranges`() throws {
      let classes: ClassNames = [("Holder", Holder.self)]
      let data = try Format.stele.data(naming: classes) {
        $0.encode(Holder(IndexSet([1, 2, 70])), forKey: "root")
      }
      func decoded(_ data: Data) throws -> Holder? {
        try Format.stele.unarchiver(data, naming: classes)
          .decodeObject(of: Holder.self, forKey: "root")
      }
      let copy = try #require(try decoded(data))
      #expect((copy.indexes, copy.lists) == ([1, 2, 70], [[1, 2, 70]]))
      let text = try ArchiveGraph([UInt8](data)).notation()
      let hostile = text.replacing("\"length\":2", with: "\"length\":-2")
      #expect(hostile != text)
      #expect(try decoded(Data(ArchiveGraph(notation: hostile).encoded())) == nil)
    }

    // MARK: Addresses

    @Test func `an address whose base is none for Swift is refused`() throws {
      let data = try fixture("url-base.stele")
      #expect(
        throws: KeyedCodingError(
          .unexpectedValue, className: "NSURL", key: "NS.relative",
          path: "NSURL.\"NS.base\".\"NS.relative\"")
      ) { try SteleKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: data) }
    }

    @Test func `a keyed archive with an address whose base is none for Swift is refused`() throws {
      let data = try fixture("url-base.plist")
      let error = #expect(throws: KeyedCodingError.self) {
        try SteleKeyedUnarchiver.unarchivedObject(
          ofClasses: [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSURL.self, NSUUID.self,
            NSNull.self,
          ], fromKeyedArchive: data)
      }
      #expect((error?.reason, error?.className) == (.unexpectedValue, "NSURL"))
      #expect(error?.key == "NS.relative")
    }

    @Test(arguments: ["htt_s://www.swift.org", "http://[::1", "http://a b", "%zz", "é", "1a://b"])
    func `text that is no address is refused`(text: String) throws {
      #expect(
        throws: KeyedCodingError(
          .unexpectedValue, className: "NSURL", key: "NS.relative", path: "NSURL.\"NS.relative\"")
      ) {
        try root(
          of: [NSURL.self], ("NSURL", ["NS.relative": (.string, .string(text))]))
      }
    }

    @Test(arguments: Format.all)
    func `addresses come back with their bases`(format: Format) throws {
      let base = try #require(URL(string: "https://example.org/a/"))
      let texts = ["b?c=d#e", "../x", "", "//host/p", "mailto:a@b.org", "file:///a%20b", "a:b"]
      for text in texts {
        for base in [nil, base] where base != nil || !text.isEmpty {
          let url = try #require(NSURL(string: text, relativeTo: base))
          let copy = try format.copy(url)
          #expect(copy.relativeString == url.relativeString)
          #expect(copy.baseURL == url.baseURL)
          #expect(copy.absoluteString == url.absoluteString)
        }
      }
    }

    @Test(arguments: Format.all)
    func `an address that Swift does not have is refused when it is archived`(
      format: Format
    ) throws {
      for text in ["", "htt_s://www.swift.org"] {
        let url = try #require(NSURL(string: text))
        let error = #expect(throws: KeyedCodingError.self) { try format.copy(url) }
        #expect((error?.reason, error?.className) == (.notSupported, "NSURL"))
      }
    }

    // MARK: Errors

    @Test func `an error with any code that has been decoded is archived again`() throws {
      let data = try fixture("error-code.stele")
      let error = try #require(
        try SteleKeyedUnarchiver.unarchivedObject(ofClass: NSError.self, from: data))
      #expect(error.code == -4_611_686_018_427_387_904)
      #expect(error.domain == "{1, 2}")
      for format in Format.all {
        let copy = try format.copy(error)
        #expect((copy.code, copy.domain) == (error.code, error.domain))
        #expect(copy.userInfo.isEmpty)
      }
    }

    @Test(arguments: [0, -1, 1 << 31, 1 << 32, .min, .max])
    func `errors come back with their codes and what is known of them`(code: Int) throws {
      let error = NSError(
        domain: "Domain", code: code, userInfo: ["a": "b", "n": 1, "u": NSArray(array: ["x"])])
      for format in Format.all {
        let copy = try format.copy(error)
        #expect(copy.code == code)
        #expect(copy.userInfo["a"] as? String == "b")
        #expect(copy.userInfo["n"] as? Int == 1)
        #expect(copy.userInfo["u"] as? [String] == ["x"])
      }
    }

    @Test func `an error without a domain, or with a code that is no integer, is refused`() throws {
      #expect(
        throws: KeyedCodingError(
          .unexpectedValue, className: "NSError", key: "NSDomain", path: "NSError.NSDomain")
      ) {
        try root(of: [NSError.self], ("NSError", ["NSCode": (.int64, .integer(1))]))
      }
      #expect(
        throws: KeyedCodingError(
          .unexpectedValue, className: "Int", key: "NSCode", path: "NSError.NSCode")
      ) {
        try root(
          of: [NSError.self],
          ("NSError", ["NSCode": (.float64, .float64(1e300)), "NSDomain": (.string, .string("a"))]))
      }
    }

    // MARK: Hashes

    @Test(arguments: ["NSSet", "NSMutableSet", "NSOrderedSet", "NSCountedSet"])
    func `what Foundation has no hash for is refused in a set`(name: String) throws {
      let expected = KeyedCodingError(
        .unexpectedValue, className: "NSError", key: "NS.objects", path: "\(name).\"NS.objects\"")
      #expect(throws: expected) {
        try root(
          of: [NSSet.self, NSOrderedSet.self, NSError.self],
          (
            name,
            [
              "NS.objects": (.list(.reference(to: nil)), .references([2])),
              "NS.counts": (.list(.int64), .list([.integer(1)])),
            ]
          ), ("NSError", ["NSCode": (.int64, .integer(1)), "NSDomain": (.string, .string("a"))]))
      }
    }

    @Test func `texts that differ where Foundation does not look are refused above a limit`() throws
    {
      let count = 1001
      let texts = (0..<count).map { number in
        let digits = String(number + 10_000)
        return String(repeating: "a", count: 40) + digits + String(repeating: "b", count: 155)
      }
      #expect(Set(texts.map { ($0 as NSString).hash }).count == 1)
      let data = try archive(NSArray(array: texts))
      var graph = try ArchiveGraph([UInt8](data))
      graph.classes = ArchiveClassTable(
        graph.classes.entries.map { entry in
          var entry = entry
          if entry.name == "NSArray" { entry.name = "NSSet" }
          return entry
        })
      let archive = Data(try graph.encoded())
      let classes: [AnyClass] = [NSSet.self, NSString.self]
      #expect(
        throws: KeyedCodingError(
          .equalHashes, className: "NSString", key: "NS.objects", path: "NSSet.\"NS.objects\"")
      ) { try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: archive) }
      var settings = SteleDecoder()
      settings.equalHashLimit = count
      let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archive, decoder: settings)
      let set = unarchiver.decodeObject(of: classes, forKey: SteleKeyedArchiveRootObjectKey)
      #expect((set as? NSSet)?.count == count)
    }
  }
#endif
