import Foundation
import SteleNSCoding
import Testing

@Suite("Walk-through: an account by hand, and in one line")
struct AccountWalkthrough {
  enum ByHand {
    final class Account: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }

      var owner: String
      var balance: Double

      init(owner: String, balance: Double) {
        self.owner = owner
        self.balance = balance
      }

      init?(coder: NSCoder) {
        owner = (coder.decodeObject(of: NSString.self, forKey: "owner") as String?) ?? ""
        balance = coder.decodeDouble(forKey: "balance")
      }

      func encode(with coder: NSCoder) {
        coder.encode(owner, forKey: "owner")
        coder.encode(balance, forKey: "balance")
      }
    }
  }

  enum InOneLine {
    final class Account: NSObject, PropertyCoding {
      var owner = ""
      var balance = 0.0
      override init() {}
    }
  }

  @Test func `files of one are read by the other`() throws {
    let byHand = ByHand.Account(owner: "Ann", balance: 12.5)
    let inOneLine = InOneLine.Account()
    inOneLine.owner = "Ann"
    inOneLine.balance = 12.5

    let first = StoredArchive("account", ["Account": ByHand.Account.self])
    let second = StoredArchive("account", ["Account": InOneLine.Account.self])
    try first.expectSame(as: ["root": byHand])
    try second.expectSame(as: ["root": inOneLine])

    let firstCopy = try first.root(ByHand.Account.self)
    #expect(firstCopy.owner == "Ann")
    #expect(firstCopy.balance == 12.5)
    let secondCopy = try second.root(InOneLine.Account.self)
    #expect(secondCopy.owner == "Ann")
    #expect(secondCopy.balance == 12.5)
  }
}
