import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Files of a class that was coded by hand, read by one in one line, and the other way round.
@Suite("From by hand to one line, and back")
struct KindChangeTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 5)
  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  final class ByHand: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var count: NSNumber? = NSNumber(value: 7)
    var ratio: NSNumber? = NSNumber(value: 0.5)
    var isOn: NSNumber? = NSNumber(value: true)
    var map: NSDictionary? = NSDictionary(dictionary: ["one": 1])
    var bytes: NSData? = NSData(data: Data([1, 2]))
    var uuid: NSUUID? = KindChangeTests.uuid as NSUUID
    var decimal: NSDecimalNumber? = NSDecimalNumber(string: "1.25")
    var urls: NSArray? = NSArray(array: [NSURL(string: "https://example.org/b") as Any])
    var locale: NSLocale? = NSLocale(localeIdentifier: "de_DE")

    override init() {}

    init?(coder: NSCoder) {
      count = coder.decodeObject(of: NSNumber.self, forKey: "count")
      ratio = coder.decodeObject(of: NSNumber.self, forKey: "ratio")
      isOn = coder.decodeObject(of: NSNumber.self, forKey: "isOn")
      map =
        coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "map")
        as? NSDictionary
      bytes = coder.decodeObject(of: NSData.self, forKey: "bytes")
      uuid = coder.decodeObject(of: NSUUID.self, forKey: "uuid")
      decimal = coder.decodeObject(of: NSDecimalNumber.self, forKey: "decimal")
      urls = coder.decodeObject(of: [NSArray.self, NSURL.self], forKey: "urls") as? NSArray
      locale = coder.decodeObject(of: NSLocale.self, forKey: "locale")
    }

    func encode(with coder: NSCoder) {
      coder.encode(count, forKey: "count")
      coder.encode(ratio, forKey: "ratio")
      coder.encode(isOn, forKey: "isOn")
      coder.encode(map, forKey: "map")
      coder.encode(bytes, forKey: "bytes")
      coder.encode(uuid, forKey: "uuid")
      coder.encode(decimal, forKey: "decimal")
      coder.encode(urls, forKey: "urls")
      coder.encode(locale, forKey: "locale")
    }
  }

  final class OneLine: NSObject, PropertyCoding {
    var text = ""
    var count = 0
    var ratio = 0.0
    var isOn = false
    var map: [String: Int] = [:]
    var bytes = Data()
    var uuid: UUID?
    var decimal = Decimal()
    var urls: [URL] = []
    var locale: Locale?
    override init() {}
  }

  private func read<Object: NSObject>(
    _ object: NSObject, as type: Object.Type, _ format: Format
  ) throws -> Object {
    let written: ClassNames = [("Thing", Swift.type(of: object))]
    let unarchiver = try format.reading(naming: written, as: [("Thing", type)]) {
      $0.encode(object, forKey: "root")
    }
    return try #require(try unarchiver.object(of: [type], forKey: "root") as? Object)
  }

  @Test(arguments: Format.both)
  func `what was an object by hand is a value in one line, and back`(format: Format) throws {
    let one = try read(ByHand(), as: OneLine.self, format)
    #expect((one.count, one.ratio, one.isOn, one.map) == (7, 0.5, true, ["one": 1]))
    #expect((one.bytes, one.uuid) == (Data([1, 2]), Self.uuid))
    #expect(one.decimal == Decimal(string: "1.25"))
    #expect(one.urls.map(\.absoluteString) == ["https://example.org/b"])
    #expect(one.locale?.identifier == "de_DE")

    let hand = try read(one, as: ByHand.self, format)
    #expect((hand.count, hand.ratio, hand.isOn, hand.map) == (7, 0.5, true, ["one": 1]))
    #expect(hand.bytes == NSData(data: Data([1, 2])))
    #expect(hand.uuid == Self.uuid as NSUUID)
    #expect(hand.decimal == NSDecimalNumber(string: "1.25"))
    if format == .stele {
      // `Codable` writes these as values that are no objects in a property list.
      #expect((hand.urls?.firstObject as? NSURL)?.absoluteString == "https://example.org/b")
      #expect((hand.locale as Locale?)?.identifier == "de_DE")
    }
  }

  final class Integer: NSObject, PropertyCoding {
    var content = 0
    override init() {}
  }

  final class Single: NSObject, PropertyCoding {
    var content: Float = 0
    override init() {}
  }

  @Test func `numbers are taken over exactly, or are an error`() throws {
    #expect(try read(Box(NSNumber(value: 3.0)), as: Integer.self, .stele).content == 3)
    #expect(try read(Box(NSNumber(value: 0.5)), as: Single.self, .stele).content == 0.5)
    let integer = Integer()
    integer.content = 7
    #expect(try read(integer, as: Single.self, .stele).content == 7)
    let large = NSDecimalNumber(string: "9007199254740993")
    #expect(try read(Box(large), as: Integer.self, .stele).content == 9_007_199_254_740_993)
    for number in [
      NSNumber(value: 3.5), NSNumber(value: UInt64.max), NSDecimalNumber(string: "0.5"),
    ] {
      #expect(throws: DecodingError.self) { try read(Box(number), as: Integer.self, .stele) }
    }
    #expect(throws: DecodingError.self) {
      try read(Box(NSNumber(value: 0.1)), as: Single.self, .stele)
    }
  }

  /// Properties of Foundation's collections, with anything in them.
  final class Boxes: NSObject, PropertyCoding, ContentDeclaring {
    var list = NSArray()
    var mutableList = NSMutableArray()
    var map = NSDictionary()
    var mutableMap = NSMutableDictionary()
    var set = NSMutableSet()
    var ordered: NSOrderedSet?
    var dogs: NSArray?
    override init() {}

    static func contentClasses(of property: String) -> [AnyClass] {
      property == "dogs" ? [Dog.self] : []
    }
  }

  @Test(arguments: Format.both)
  func `properties of Foundation's collections come back with what is in them`(
    format: Format
  ) throws {
    let boxes = Boxes()
    boxes.list = NSArray(array: ["a", 1, Self.date, NSArray(array: [Self.uuid])])
    boxes.mutableList = NSMutableArray(array: [1, 2])
    boxes.map = NSDictionary(dictionary: ["a": Data([1])])
    boxes.mutableMap = NSMutableDictionary(dictionary: ["b": NSNull()])
    boxes.set = NSMutableSet(array: ["x", "y"])
    boxes.ordered = NSOrderedSet(array: ["p", "q"])
    boxes.dogs = NSArray(array: [Dog(name: "Rex")])
    let copy = try read(boxes, as: Boxes.self, format)
    #expect(copy.list == boxes.list)
    copy.mutableList.add(3)
    #expect((copy.mutableList.count, copy.map) == (3, boxes.map))
    #expect((copy.mutableMap, copy.set) == (boxes.mutableMap, boxes.set))
    #expect(copy.ordered == boxes.ordered)
    #expect((copy.dogs?.firstObject as? Dog)?.name == "Rex")
  }

  @Test func `a class that is not declared for a collection is refused by name`() throws {
    let boxes = Boxes()
    boxes.list = NSArray(array: [Dog(name: "Rex")])
    let error = #expect(throws: KeyedCodingError.self) { try read(boxes, as: Boxes.self, .stele) }
    #expect(error?.reason == .unexpectedClass || error?.reason == .unknownClass)
    #expect(error?.className == "SteleNSCodingTests.Dog")
    #expect(error?.path == "Thing.list")
  }

  /// The properties that were optional before.
  final class Optional: NSObject, PropertyCoding {
    var text: String?
    var dog: Dog?
    var date: Date?
    override init() {}
  }

  final class Required: NSObject, PropertyCoding {
    var text = "default"
    var dog = Dog(name: "Default")
    var date = KindChangeTests.date
    override init() {}
  }

  @Test(arguments: Format.both)
  func `a nil leaves the default of a property that is not optional any more`(
    format: Format
  ) throws {
    let copy = try read(Optional(), as: Required.self, format)
    #expect((copy.text, copy.dog.name) == ("default", "Default"))
    #expect(copy.date == Self.date)
  }
}
