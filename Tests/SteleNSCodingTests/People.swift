import Foundation

/// A dog, which its owners share.
final class Dog: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let name: String

  init(name: String) { self.name = name }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name as String
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
  }
}

/// A person, as programs for `NSKeyedArchiver` write it.
class Person: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }

  var name: String
  var age: Int
  var weight: Double
  var nickname: String?
  var isActive = false
  var tags: [String] = []
  var dog: Dog?
  var friend: Person?

  init(name: String, age: Int, weight: Double, dog: Dog? = nil) {
    self.name = name
    self.age = age
    self.weight = weight
    self.dog = dog
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name as String
    age = coder.decodeInteger(forKey: "age")
    weight = coder.decodeDouble(forKey: "weight")
    nickname = coder.decodeObject(of: NSString.self, forKey: "nickname") as String?
    isActive = coder.decodeBool(forKey: "isActive")
    tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
    dog = coder.decodeObject(of: Dog.self, forKey: "dog")
    friend = coder.decodeObject(of: Person.self, forKey: "friend")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(age, forKey: "age")
    coder.encode(weight, forKey: "weight")
    coder.encode(nickname, forKey: "nickname")
    coder.encode(isActive, forKey: "isActive")
    coder.encode(tags, forKey: "tags")
    coder.encode(dog, forKey: "dog")
    coder.encode(friend, forKey: "friend")
  }
}

/// A person with an office.
final class Employee: Person {
  override class var supportsSecureCoding: Bool { true }

  var office: String

  init(name: String, age: Int, weight: Double, office: String) {
    self.office = office
    super.init(name: name, age: age, weight: weight)
  }

  required init?(coder: NSCoder) {
    office = (coder.decodeObject(of: NSString.self, forKey: "office") as String?) ?? ""
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(office, forKey: "office")
  }
}
