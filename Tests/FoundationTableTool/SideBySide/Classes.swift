import Foundation

// Classes as programs for NSKeyedArchiver have them; they know of no coder in particular.

/// A member of a club.
class Member: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }

  var name: String
  var friend: Member?
  var tags: [String]

  init(_ name: String, friend: Member? = nil, tags: [String] = []) {
    self.name = name
    self.friend = friend
    self.tags = tags
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name as String
    friend = coder.decodeObject(of: Member.self, forKey: "friend")
    tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(friend, forKey: "friend")
    coder.encode(tags, forKey: "tags")
  }

  /// Returns the number of members of a chain of friends, who let go of each other.
  func unchain() -> Int {
    var count = 1
    while let member = friend {
      count += 1
      friend = member.friend
      member.friend = nil
    }
    return count
  }
}

/// A member that has an office.
final class Officer: Member {
  override class var supportsSecureCoding: Bool { true }

  var office = ""

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(office, forKey: "office")
  }

  override init(_ name: String, friend: Member? = nil, tags: [String] = []) {
    super.init(name, friend: friend, tags: tags)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    office = (coder.decodeObject(of: NSString.self, forKey: "office") as String?) ?? ""
  }
}

/// Refers to a member only if others do.
final class Fan: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  weak var idol: Member?

  init(_ idol: Member?) { self.idol = idol }

  init?(coder: NSCoder) { idol = coder.decodeObject(of: Member.self, forKey: "idol") }

  func encode(with coder: NSCoder) { coder.encodeConditionalObject(idol, forKey: "idol") }
}

/// Has an optional text that older versions did not write.
final class Note: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  var text: String?

  init(_ text: String?) { self.text = text }

  init?(coder: NSCoder) {
    text = coder.decodeObject(of: NSString.self, forKey: "text") as String?
  }

  func encode(with coder: NSCoder) {
    if let text { coder.encode(text, forKey: "text") }
  }
}

/// A class nested in another type.
enum Club {
  final class Badge: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
  }
}

/// A class that nothing but this file sees.
private final class Secret: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

/// Makes an object of the private class.
func makeSecret() -> NSObject { Secret() }

/// Does not support secure coding.
final class Careless: NSObject, NSCoding {
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}
