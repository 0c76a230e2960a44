import Foundation
import Stele
import SteleNSCoding
import Testing

/// A class by hand without secure coding.
final class LoginAccount: NSObject, NSCoding {
  var account: String?
  var password: String?

  override init() {}

  init?(coder: NSCoder) {
    account = coder.decodeObject(forKey: "accountKey") as? String
    password = coder.decodeObject(forKey: "passwordKey") as? String
  }

  func encode(with coder: NSCoder) {
    coder.encode(account, forKey: "accountKey")
    coder.encode(password, forKey: "passwordKey")
  }
}

/// Three levels in one line, of which two have a private property of one name.
class LineAnimal: NSObject, PropertyCoding {
  var name: String?
  var age = 0
  private var secret = "base"
  var animalSecret: String {
    get { secret }
    set { secret = newValue }
  }
  required override init() {}
}

class LineDog: LineAnimal {
  var breed: String?
  private var secret = "dog"
  var owner: LineAnimal?
  var dogSecret: String {
    get { secret }
    set { secret = newValue }
  }
}

final class LinePuppy: LineDog {
  var weeks = 0
}

@Suite("Walk-through: all properties, by hand and in one line, side by side")
struct AccountSideBySide {
  @Test(arguments: Coders.allCases)
  func `an object without secure coding comes back to a program that does not ask for it`(
    _ coders: Coders
  ) throws {
    let account = LoginAccount()
    (account.account, account.password) = ("lingo", "123")
    let data = try coders.data(of: account, secure: false)
    let copy = try #require(try coders.root(of: data) as? LoginAccount)
    #expect(copy.account == "lingo")
    #expect(copy.password == "123")
  }

  @Test(arguments: Coders.allCases)
  func `properties that are nil come back nil`(_ coders: Coders) throws {
    let data = try coders.data(of: LoginAccount(), secure: false)
    let copy = try #require(try coders.root(of: data) as? LoginAccount)
    #expect(copy.account == nil)
    #expect(copy.password == nil)
  }

  @Test func `a class without secure coding is refused where that is required`() {
    // Foundation ends the process.
    let name = "SteleNSCodingTests.LoginAccount"
    #expect(throws: KeyedCodingError(.notSecure, className: name, key: "root")) {
      try Coders.stele.data(of: LoginAccount())
    }
  }

  @Test func `three levels in one line keep their private properties of one name apart`() throws {
    let puppy = LinePuppy()
    (puppy.name, puppy.age, puppy.breed, puppy.weeks) = ("n", 3, nil, 9)
    (puppy.animalSecret, puppy.dogSecret) = ("A", "B")
    let owner = LineDog()
    owner.name = "o"
    puppy.owner = owner
    let data = try Coders.stele.data(of: puppy)
    let animal = try SteleKeyedUnarchiver.unarchivedObject(ofClass: LineAnimal.self, from: data)
    let copy = try #require(animal as? LinePuppy)
    #expect(copy.name == "n")
    #expect(copy.breed == nil)
    #expect([copy.animalSecret, copy.dogSecret] == ["A", "B"])
    #expect(copy.age == 3)
    #expect(copy.weeks == 9)
    #expect((copy.owner as? LineDog)?.name == "o")
  }
}
