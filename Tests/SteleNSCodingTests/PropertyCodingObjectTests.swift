import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

/// Classes in one line that are NSCoding, too, and what Foundation's own coders make of them.
@Suite("Classes in one line for all coders")
struct PropertyCodingObjectTests {
  struct Rate: Codable, Equatable {
    var percent: Double
    var since: [Int]
  }

  final class Invoice: OpenRecord {
    var lines: [String] = []
    var dog: Dog?
    @TransientValue var requestCount = 0
    @ConditionalReference var adviser: Dog?
  }

  /// With code of its own for coders, which can only be that of `init(coder:)`.
  class Signed: OpenRecord {
    required init() { super.init() }
    required init?(coder: NSCoder) { super.init() }
  }

  final class BelowSigned: Signed {
    var size = 0
    required init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  final class Completed: PropertyCodingObject, SecondPhaseDecoding {
    var number = 0
    func finishDecoding(with coder: SteleKeyedUnarchiver) { number += 1 }
  }

  private func fill(_ record: OpenRecord) {
    record.number = -5
    record.isOpen = true
    record.factor = 0.25
    record.title = "T"
    record.count = 7
    record.date = Date(timeIntervalSinceReferenceDate: 5.5)
    record.bytes = Data([1, 2, 3])
    record.rates = [Rate(percent: 0.1, since: [1, 2])]
    record.wide = .max
    record.dogs = [Dog(name: "Ada"), Dog(name: "Bob")]
    record.byName = ["x": Dog(name: "Cyd")]
    record.next = OpenRecord()
    record.next?.title = "next"
  }

  private func expectEqual(_ copy: OpenRecord, to record: OpenRecord) {
    #expect((copy.number, copy.isOpen) == (record.number, record.isOpen))
    #expect((copy.factor, copy.title) == (record.factor, record.title))
    #expect(copy.nickname == nil)
    #expect((copy.count, copy.date) == (record.count, record.date))
    #expect((copy.bytes, copy.rates) == (record.bytes, record.rates))
    #expect((copy.wide, copy.dogs.map(\.name)) == (record.wide, ["Ada", "Bob"]))
    #expect((copy.byName["x"]?.name, copy.next?.title) == ("Cyd", "next"))
  }

  @Test(arguments: Format.both)
  func `they are archived as all classes in one line`(format: Format) throws {
    let invoice = Invoice()
    fill(invoice)
    invoice.lines = ["a", "b"]
    invoice.dog = Dog(name: "Rex")
    invoice.adviser = invoice.dog
    invoice.requestCount = 9
    let copy = try format.copy(invoice)
    expectEqual(copy, to: invoice)
    #expect((copy.lines, copy.dog?.name) == (["a", "b"], "Rex"))
    #expect(copy.adviser === copy.dog)
    #expect(copy.requestCount == 0)
  }

  @Test func `their superclass for all coders has no level in archives`() throws {
    let data = try archive(Invoice())
    let names = try ArchiveGraph([UInt8](data)).classes.entries.map(\.name)
    #expect(names.allSatisfy { $0.hasPrefix("SteleNSCodingTests.") })
    #expect(names.count == 2)
  }

  @Test func `Foundation's archiver takes them, where a function asks for NSCoding`() throws {
    let record = OpenRecord()
    fill(record)
    let data = try NSKeyedArchiver.archivedData(withRootObject: record, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: OpenRecord.self, from: data)
    expectEqual(try #require(copy), to: record)
  }

  @Test func `a key that Foundation's archive does not have leaves the value of the initialiser`()
    throws
  {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.setClassName("none", for: OpenRecord.self)
    archiver.encode(Dog(name: "Rex"), forKey: "root")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.setClass(OpenRecord.self, forClassName: NSStringFromClass(Dog.self))
    let copy = unarchiver.decodeObject(of: OpenRecord.self, forKey: "root")
    #expect(unarchiver.error == nil)
    #expect((copy?.title, copy?.rates.isEmpty) == ("", true))
  }

  @Test(arguments: [Signed.self, BelowSigned.self] as [OpenRecord.Type])
  func `an initialiser for coders below them is refused at the first object`(type: OpenRecord.Type)
    throws
  {
    for format in Format.both {
      let error = #expect(throws: KeyedCodingError.self) { try format.data(of: type.init()) }
      #expect(error?.reason == .codesItself)
      #expect(error?.className == String(reflecting: type))
    }
    let unarchiver = try Format.stele.reading(
      naming: [("Name", OpenRecord.self)], as: [("Name", type)]
    ) { $0.encode(OpenRecord(), forKey: "root") }
    let error = #expect(throws: KeyedCodingError.self) {
      try unarchiver.object(of: [OpenRecord.self], forKey: "root")
    }
    #expect(error?.reason == .codesItself)
  }

  @Test func `they may be in a cycle`() throws {
    let record = OpenRecord()
    record.next = record
    defer { record.next = nil }
    let copy = try Format.stele.copy(record)
    #expect(copy.next === copy)
    copy.next = nil
  }

  @Test func `their second phase needs an unarchiver of this module`() throws {
    #expect(try Format.stele.copy(Completed()).number == 1)
    let coder = FailingCoder()
    _ = Completed(coder: coder)
    #expect((coder.failures.first as? KeyedCodingError)?.reason == .notSupported)
  }

  /// By hand, with objects of classes in one line that are not NSCoding.
  final class Holder: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var account: Account?
    var accounts: [Account] = []
    var byName: [NSString: Account] = [:]
    override init() {}

    init?(coder: NSCoder) {
      account = coder.decodeObject(of: Account.self, forKey: "account")
      accounts = coder.decodeArrayOfObjects(ofClass: Account.self, forKey: "accounts") ?? []
      byName =
        coder.decodeDictionary(
          withKeyClass: NSString.self, objectClass: Account.self, forKey: "byName") ?? [:]
    }

    func encode(with coder: NSCoder) {
      coder.encode(account, forKey: "account")
      coder.encode(accounts, forKey: "accounts")
      coder.encode(byName, forKey: "byName")
    }
  }

  @Test func `a class by hand asks for objects of classes in one line as for all others`() throws {
    let holder = Holder()
    let account = SavingsAccount()
    account.owner = "Ann"
    holder.account = account
    holder.accounts = [account, Account()]
    holder.byName = ["x": account]
    let copy = try Format.stele.copy(holder)
    #expect(copy.account?.owner == "Ann")
    #expect(copy.accounts.first === copy.account)
    #expect(copy.accounts.count == 2)
    #expect(copy.byName["x"] === copy.account)
    let list = try archive([account])
    let accounts = try SteleKeyedUnarchiver.unarchivedArrayOfObjects(
      ofClass: Account.self, from: list)
    #expect(accounts?.first?.owner == "Ann")
  }

  @Test func `one pair of coders reads what the other has written`() throws {
    let mixture = OpenMixture()
    (mixture.list, mixture.dates) = ([1, 2], [Date(timeIntervalSinceReferenceDate: 5)])
    (mixture.map, mixture.set, mixture.choice) = (["a": 1], ["x"], .two)
    let rate = Rate(percent: 2.5, since: [2020, 2024])
    (mixture.rate, mixture.rates) = (rate, [rate, rate])
    (mixture.point, mixture.range) = (CGPoint(x: 1, y: 2.5), NSRange(location: 3, length: 4))
    (mixture.indexes, mixture.path) = ([1, 5], [2, 3])
    (mixture.locale, mixture.zone) = (Locale(identifier: "de"), TimeZone(secondsFromGMT: 3600))
    mixture.parts = DateComponents(year: 2024, month: 2)
    let list = try Format.binaryKeyedArchive.data(of: mixture)
    let byFoundation = try NSKeyedUnarchiver.unarchivedObject(ofClass: OpenMixture.self, from: list)
    #expect(byFoundation?.content == mixture.content)
    // These are in the record itself, or of a class that Foundation on Linux does not have.
    (mixture.small, mixture.decimal) = (7, 1.5)
    let other = try NSKeyedArchiver.archivedData(
      withRootObject: mixture, requiringSecureCoding: true)
    let byStele = try SteleKeyedUnarchiver.unarchivedObject(
      ofClass: OpenMixture.self, fromKeyedArchive: other)
    #expect(byStele?.content == mixture.content)
  }
}

/// A property of every kind whose form differs between both pairs of coders.
final class OpenMixture: PropertyCodingObject {
  enum Choice: String, Codable { case one, two }
  var small: Int8?
  var list: [Int] = []
  var dates: [Date] = []
  var map: [String: Int] = [:]
  var set: Set<String> = []
  var rate = PropertyCodingObjectTests.Rate(percent: 0, since: [])
  var rates: [PropertyCodingObjectTests.Rate] = []
  var choice = Choice.one
  var point = CGPoint.zero
  var range = NSRange()
  var indexes = IndexSet()
  var path = IndexPath()
  var locale = Locale(identifier: "en")
  var zone = TimeZone(secondsFromGMT: 0)
  var parts = DateComponents()
  var decimal: Decimal?
  required init() {}

  /// Everything that an object has, for comparison.
  var content: String {
    let parts = [parts.year, parts.month].map { "\($0 ?? -1)" }
    return
      "\(small.map { "\($0)" } ?? "-") \(list) \(dates) \(map) \(set) \(rate) \(rates) \(choice) \(point) \(range) "
      + "\(indexes.map { $0 }) \(path.map { $0 }) \(locale.identifier) \(zone?.identifier ?? "-") \(parts) "
      + "\(decimal.map { "\($0)" } ?? "-")"
  }
}

/// A class that is not nested, which Foundation's archiver asks for on Linux.
class OpenRecord: PropertyCodingObject {
  var number = 0
  var isOpen = false
  var factor: Float = 0
  var title = ""
  var nickname: String?
  var count: Int?
  var date: Date?
  var bytes = Data()
  var rates: [PropertyCodingObjectTests.Rate] = []
  var wide: UInt64 = 0
  var dogs: [Dog] = []
  var byName: [String: Dog] = [:]
  var next: OpenRecord?
}

/// A coder of another library that keeps its errors.
final class FailingCoder: NSCoder {
  var failures: [any Error] = []
  override var allowsKeyedCoding: Bool { true }
  override func failWithError(_ error: any Error) { failures.append(error) }
}
