import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Optionals of Foundation's classes: kind, value and identity of every object come back.
@Suite("Optionals of Foundation's classes")
struct OptionalObjectTests {
  /// All properties in one line.
  final class Line: NSObject, PropertyCoding {
    var number: NSNumber?
    var twice: NSNumber??
    var decimal: NSDecimalNumber?
    var data: NSData?
    var mutableData: NSMutableData?
    var text: NSString?
    var mutableText: NSMutableString?
    var date: NSDate?
    var uuid: NSUUID?
    var url: NSURL?
    var value: NSValue?
    var numbers: [NSNumber?] = []
    var nested: [[NSNumber?]] = []
    var decimals: [NSDecimalNumber?] = []
    var bytes: [NSMutableData?] = []
    var texts: [NSMutableString?] = []
    var dates: [NSDate?]?
    var named: [String: NSNumber?] = [:]
    var listed: [String: [NSMutableData?]] = [:]
    var strictTexts: [NSMutableString] = []
    var strictNamed: [String: NSMutableData] = [:]
    var strictTextOf: [String: NSMutableString]? = [:]
    var set: Set<NSNumber?> = []
    var plain: Set<NSUUID>?
    override init() {}
  }

  /// Lists and single objects by hand.
  final class Hand: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var line = Line()
    override init() {}

    init?(coder: NSCoder) {
      func list<Object: NSObject>(_ key: String, _ type: Object.Type) -> [Object?] {
        let classes: [AnyClass] = [NSArray.self, NSNull.self, NSData.self, NSString.self, type]
        // An array of Foundation gives Swift values.
        let list = coder.decodeObject(of: classes, forKey: key) as? NSArray
        return (list.map { Mirror(reflecting: $0).children.map(\.value) } ?? []).map {
          $0 as? Object
        }
      }
      line.number = coder.decodeObject(of: NSNumber.self, forKey: "number")
      line.twice = coder.decodeObject(of: NSNumber.self, forKey: "twice")
      line.decimal = coder.decodeObject(of: NSDecimalNumber.self, forKey: "decimal")
      line.mutableData = coder.decodeObject(of: NSMutableData.self, forKey: "mutableData")
      line.numbers = list("numbers", NSNumber.self)
      line.decimals = list("decimals", NSDecimalNumber.self)
      line.bytes = list("bytes", NSMutableData.self)
      line.texts = list("texts", NSMutableString.self)
    }

    func encode(with coder: NSCoder) {
      coder.encode(line.number, forKey: "number")
      coder.encode(line.twice as Any, forKey: "twice")
      coder.encode(line.decimal, forKey: "decimal")
      coder.encode(line.mutableData, forKey: "mutableData")
      coder.encode(line.numbers, forKey: "numbers")
      coder.encode(line.decimals, forKey: "decimals")
      coder.encode(line.bytes, forKey: "bytes")
      coder.encode(line.texts, forKey: "texts")
    }
  }

  /// Numbers of every kind.
  private static func number(_ random: inout RandomSource) -> NSNumber {
    let integer = random.pick([0, 1, -1, 2, 127, 300, 70_000, 1 << 40, .max, .min], or: 0)
    return switch random.next() % 12 {
    case 0: NSNumber(value: random.isOne(in: 2))
    case 1: NSNumber(value: Int8(truncatingIfNeeded: integer))
    case 2: NSNumber(value: Int16(truncatingIfNeeded: integer))
    case 3: NSNumber(value: Int32(truncatingIfNeeded: integer))
    case 4: NSNumber(value: UInt64.max)
    case 5: NSNumber(value: UInt32.max)
    case 6: NSNumber(value: Float(0.1))
    case 7: NSNumber(value: random.pick([0.0, -0.0, 1, 0.1, 1e300, .infinity, .nan], or: 0))
    case 8: decimal(&random)
    default: NSNumber(value: integer)
    }
  }

  private static func decimal(_ random: inout RandomSource) -> NSDecimalNumber {
    NSDecimalNumber(
      string: random.pick(
        ["1", "1.10", "0.1", "-3", "12345678901234567890.123456789", "9999999999999999999999999"],
        or: "0"))
  }

  /// Fills an object from a pool of objects, so that it has many of them more than once.
  private static func fill(_ line: Line, _ random: inout RandomSource) {
    let numbers = (0..<4).map { _ in number(&random) }
    let decimals = (0..<2).map { _ in decimal(&random) }
    let bytes = (0..<3).map { NSMutableData(data: Data(repeating: 7, count: $0)) }
    let texts = ["a", "a", ""].map { NSMutableString(string: $0) }
    let dates = (0..<2).map { NSDate(timeIntervalSinceReferenceDate: Double($0) / 3) }
    func some<Object>(_ pool: [Object]) -> Object? {
      random.isOne(in: 4) ? nil : pool.randomElement(using: &random)
    }
    func many<Object>(_ pool: [Object]) -> [Object?] {
      (0..<random.count(upTo: 5)).map { _ in some(pool) }
    }
    line.number = some(numbers)
    line.twice = some(numbers)
    line.decimal = some(decimals)
    line.data = some(bytes).map { NSData(data: $0 as Data) }
    line.mutableData = some(bytes)
    line.text = some(texts).map { NSString(string: $0 as String) }
    line.mutableText = some(texts)
    line.date = some(dates)
    line.uuid = some([NSUUID()])
    line.url = some([NSURL(string: "https://example.org/a?b"), nil]) ?? nil
    line.value = some(numbers) ?? NSValue(range: NSRange(location: 1, length: 2))
    line.numbers = many(numbers)
    line.nested = (0..<random.count(upTo: 3)).map { _ in many(numbers) }
    line.decimals = many(decimals)
    line.bytes = many(bytes)
    line.texts = many(texts)
    line.dates = random.isOne(in: 3) ? nil : many(dates)
    for name in ["a", "b", "c"] where random.isOne(in: 2) {
      line.named[name] = .some(some(numbers))
      line.listed[name] = many(bytes)
    }
    line.strictTexts = many(texts).compactMap { $0 }
    for name in ["d", "e"] where random.isOne(in: 2) {
      line.strictNamed[name] = some(bytes)
      line.strictTextOf?[name] = some(texts)
    }
    line.set = [NSNumber(value: 300), NSNumber(value: 0.5), nil]
    line.plain = [NSUUID(), NSUUID()]
  }

  /// All objects of a line in an order, nil for none.
  private static func objects(_ line: Line) -> [NSObject?] {
    let singles: [NSObject?] = [
      line.number, line.twice ?? nil, line.decimal, line.data, line.mutableData, line.text,
      line.mutableText, line.date, line.uuid, line.url, line.value,
    ]
    let lists: [[NSObject?]] =
      [line.numbers, line.decimals, line.bytes, line.texts, line.dates ?? []] + line.nested
      + [line.strictTexts, ["d", "e"].map { line.strictNamed[$0] }]
      + [["d", "e"].map { line.strictTextOf?[$0] }]
    let names = line.named.keys.sorted()
    return singles + lists.flatMap { $0 + [nil, nil] } + names.map { line.named[$0] ?? nil }
      + line.listed.keys.sorted().flatMap { line.listed[$0] ?? [] }
  }

  /// Describes an object with its kind.
  private static func text(_ object: NSObject?, isExact: Bool) -> String {
    switch object {
    case nil: "nil"
    case let number as NSDecimalNumber: "decimal \(number)"
    case let number as NSNumber:
      // A property list has integers and two kinds of other numbers.
      "\(isExact ? code(number) : code(number).replacing(/^[csqQi]$/, with: "q")) \(number)"
    case let value as NSValue: "value \(value.rangeValue)"
    case let data as NSMutableData: "mutable \(data)"
    case let text as NSMutableString: "mutable \(text)"
    case let object?: "\(object.classForCoder) \(object)"
    }
  }

  private static func code(_ number: NSNumber) -> String {
    let isBool = type(of: number) == type(of: NSNumber(value: true))
    return isBool ? "bool" : unsafe String(cString: number.objCType)
  }

  /// The number of the first object that is the same one, for each object.
  private static func identities(_ objects: [NSObject?]) -> [Int] {
    objects.map { object in
      objects.firstIndex { $0 === object } ?? -1
    }
  }

  private func compare(_ left: Line, _ right: Line, _ format: Format, _ seed: UInt64) {
    let (before, after) = (Self.objects(left), Self.objects(right))
    let isExact = format == .stele
    #expect(
      before.map { Self.text($0, isExact: isExact) }
        == after.map { Self.text($0, isExact: isExact) }, "seed \(seed), \(format)")
    #expect(Self.identities(before) == Self.identities(after), "seed \(seed), \(format)")
  }

  @Test(arguments: Format.both)
  func `objects in optionals come back with kind, value and identity`(format: Format) throws {
    for seed in Seeds.forTest(count: 200) {
      var random = RandomSource(seed: seed)
      let line = Line()
      Self.fill(line, &random)
      let copy = try format.copy(line)
      compare(line, copy, format, seed)
      #expect(
        copy.set.map { Self.text($0, isExact: true).suffix(3) }.sorted() == ["0.5", "300", "nil"])
      #expect(copy.plain == line.plain)
      let hand = Hand()
      hand.line = line
      let read = try format.copy(hand).line
      #expect(
        read.number.map { Self.code($0) == "bool" } == line.number.map { Self.code($0) == "bool" })
      let known = Line()
      (known.number, known.twice, known.decimal) = (line.number, line.twice, line.decimal)
      (known.mutableData, known.numbers, known.decimals) = (
        line.mutableData, line.numbers, line.decimals
      )
      (known.bytes, known.texts) = (line.bytes, line.texts)
      compare(known, read, format, seed)
    }
  }
}
