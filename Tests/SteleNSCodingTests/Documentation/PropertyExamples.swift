import Foundation
import Stele
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// The examples of the page about all properties in one line.
@Suite("Examples of all properties in one line")
struct PropertyExamples {
  protocol AccountDelegate: AnyObject {
    func accountDidChange()
  }

  class Account: NSObject, PropertyCoding {
    var owner = ""
    var balance = 0.0
    var guarantor: Account?
    var history: [Date] = []
    required override init() {}
  }

  final class SavingsAccount: Account {
    var rate = 0.02
    @TransientValue var requestCount = 0
    @TransientReference var delegate: (any AccountDelegate)?
    @ConditionalReference var adviser: Account?
    lazy var title = "\(owner), \(rate)"
    private(set) var currency = "EUR"
  }

  final class Receipt: PropertyCodingObject {
    var number = 0
    var paid: Date?
  }

  @Test func `a class for all coders goes where NSCoding is asked for`() throws {
    func copy<T: NSObject & NSCoding>(_ object: T) throws -> T? {
      let data = try SteleKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: true)
      return try SteleKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data)
    }
    let receipt = Receipt()
    receipt.number = 7
    receipt.paid = Date(timeIntervalSinceReferenceDate: 5)
    let copy = try #require(try copy(receipt))
    #expect(copy.number == 7)
    #expect(copy.paid == receipt.paid)
  }

  final class Watcher: AccountDelegate {
    func accountDidChange() {}
  }

  @Test func `what is archived, and what is left out`() throws {
    let watcher = Watcher()
    let account = SavingsAccount()
    account.owner = "Ann"
    account.balance = 12.5
    account.history = [Date(timeIntervalSinceReferenceDate: 5)]
    account.guarantor = account
    account.rate = 0.5
    account.requestCount = 7
    account.delegate = watcher
    account.adviser = account
    defer { account.guarantor = nil }
    #expect(account.delegate === watcher)

    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: account, requiringSecureCoding: true)
    let copy = try #require(
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: SavingsAccount.self, from: data))
    #expect(copy.owner == "Ann")
    #expect(copy.balance == 12.5)
    #expect(copy.history == [Date(timeIntervalSinceReferenceDate: 5)])
    #expect(copy.guarantor === copy)
    #expect(copy.rate == 0.5)
    #expect(copy.requestCount == 0)
    #expect(copy.delegate == nil)
    #expect(copy.adviser === copy)
    #expect(copy.title == "Ann, 0.5")
    copy.guarantor = nil
    let keys = try ArchiveGraph(verified([UInt8](data))).classes.entries.map { $0.keys.map(\.name) }
    #expect(
      keys == [["owner", "balance", "guarantor", "history"], ["rate", "adviser", "currency"]])
  }

  final class Station: PropertyCodable {
    var name = ""
    var next: Station?
    @BackReference var previous: Station?
    @TransientReference var delegate: (any AccountDelegate)?
  }

  @Test func `a plain class`() throws {
    let (north, south) = (Station(), Station())
    let watcher = Watcher()
    north.name = "North"
    south.name = "South"
    north.next = south
    south.previous = north
    south.delegate = watcher
    let bytes = try SteleEncoder().encode(north)
    let copy = try SteleDecoder().decode(Station.self, from: bytes)
    #expect(copy.name == "North")
    #expect(copy.next?.name == "South")
    #expect(copy.next?.previous === copy)
    #expect(copy.next?.delegate == nil)
  }
}
