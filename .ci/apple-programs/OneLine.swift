// Classes in one line, by hand, and above and below each other, as a program has them.
import Foundation
import Stele
import SteleNSCoding

class Account: NSObject, PropertyCoding {
  var name = ""
  var balance = 0
  var owner: Customer?
  required override init() { super.init() }
}

final class Savings: Account {
  var rate = 0.5
  @TransientValue var requestCount = 0
}

final class Customer: NSObject, PropertyCoding, ContentDeclaring {
  var name = ""
  var accounts: [Account] = []
  var items = NSArray()
  @ConditionalReference var first: Account?

  static func contentClasses(of property: String) -> [AnyClass] { [Account.self] }
}

class ByHand: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var title = ""
  var best: Customer?
  var others: [Customer] = []
  var byName: [NSString: Customer] = [:]

  override init() {}

  required init?(coder: NSCoder) {
    title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
    best = coder.decodeObject(of: Customer.self, forKey: "best")
    others = coder.decodeArrayOfObjects(ofClass: Customer.self, forKey: "others") ?? []
    byName =
      coder.decodeDictionary(
        withKeyClass: NSString.self, objectClass: Customer.self, forKey: "byName") ?? [:]
  }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(best, forKey: "best")
    coder.encode(others, forKey: "others")
    coder.encode(byName, forKey: "byName")
  }
}

class BelowByHand: ByHand, PropertyCoding {
  var count = 0
  required override init() { super.init() }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

class Record: PropertyCodingObject { var number = 0 }

final class Invoice: Record, ArchiveDeclaring {
  static let archiveClass = ArchiveClass("Invoice")
  var lines: [String] = []
}

class WithInitialiser: PropertyCodingObject {
  var name: String
  required init() {
    name = ""
    super.init()
  }
  init(name: String) {
    self.name = name
    super.init()
  }
}

final class Watcher: NSObject, SteleKeyedArchiverDelegate, SteleKeyedUnarchiverDelegate {
  func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?) {}
  func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any? { object }
}

func save<T: NSObject & NSCoding>(_ object: T) {}

func use(_ coder: NSCoder) throws {
  save(Invoice())
  save(BelowByHand())
  _ = coder.decodeObject(of: Record.self, forKey: "record")
  let watcher = Watcher()
  let archiver = SteleKeyedArchiver(requiringSecureCoding: true)
  archiver.delegate = watcher
  let data = try SteleKeyedArchiver.archivedData(
    withRootObject: Customer(), requiringSecureCoding: true)
  let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
  unarchiver.delegate = watcher
  let customer: Customer? = try SteleKeyedUnarchiver.unarchivedObject(
    ofClass: Customer.self, from: data)
  let record: Record? = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Record.self, from: data)
  let hand: ByHand? = try SteleKeyedUnarchiver.unarchivedObject(ofClass: ByHand.self, from: data)
  _ = (customer, record, hand, ClassSet(coded: [Customer.self, ByHand.self]))
}
