import Stele

// A hierarchy in which each class codes itself according to the ``HierarchyStyle`` in `userInfo`.

class Level1: Codable {
  enum Keys: String, CodingKey {
    case number, number1, number2, number3, number4
    case text, text1, text2, text3, text4
    case friend, friend1, friend2, friend3, friend4
    case peer, peer1, peer2, peer3, peer4
    case `super`, base1, base2, base3, base4
    case keyed1, keyed2, keyed3, keyed4
    case unkeyed1, unkeyed2, unkeyed3, unkeyed4
  }

  var first = LevelContent()

  required init() {}

  required init(from decoder: any Decoder) throws {
    var reading = try LevelReading(Level1.self, 1, Keys.self, decoder)
    first = try reading.early()
  }

  func encode(to encoder: any Encoder) throws {
    try first.encode(Level1.self, 1, Keys.self, to: encoder)
  }

  /// The content of each class, the topmost first.
  var contents: [LevelContent] {
    get { [first] }
    set { first = newValue[0] }
  }
}

class Level2: Level1 {
  private enum Keys: String, CodingKey {
    case number, number2, text, text2, friend, friend2, peer, peer2
    case `super`, base2, keyed2, unkeyed2
  }

  var second = LevelContent()

  required init() { super.init() }

  required init(from decoder: any Decoder) throws {
    var reading = try LevelReading(Level2.self, 2, Keys.self, decoder)
    second = try reading.early()
    try super.init(from: reading.superclass())
    second = try reading.late()
  }

  override func encode(to encoder: any Encoder) throws {
    try second.encode(Level2.self, 2, Keys.self, to: encoder) { try super.encode(to: $0) }
  }

  override var contents: [LevelContent] {
    get { super.contents + [second] }
    set {
      super.contents = newValue
      second = newValue[1]
    }
  }
}

class Level3: Level2 {
  private enum Keys: String, CodingKey {
    case number, number3, text, text3, friend, friend3, peer, peer3
    case `super`, base3, keyed3, unkeyed3
  }

  var third = LevelContent()

  required init() { super.init() }

  required init(from decoder: any Decoder) throws {
    var reading = try LevelReading(Level3.self, 3, Keys.self, decoder)
    third = try reading.early()
    try super.init(from: reading.superclass())
    third = try reading.late()
  }

  override func encode(to encoder: any Encoder) throws {
    try third.encode(Level3.self, 3, Keys.self, to: encoder) { try super.encode(to: $0) }
  }

  override var contents: [LevelContent] {
    get { super.contents + [third] }
    set {
      super.contents = newValue
      third = newValue[2]
    }
  }
}

final class Level4: Level3 {
  private enum Keys: String, CodingKey {
    case number, number4, text, text4, friend, friend4, peer, peer4
    case `super`, base4, keyed4, unkeyed4
  }

  var fourth = LevelContent()

  required init() { super.init() }

  required init(from decoder: any Decoder) throws {
    var reading = try LevelReading(Level4.self, 4, Keys.self, decoder)
    fourth = try reading.early()
    try super.init(from: reading.superclass())
    fourth = try reading.late()
  }

  override func encode(to encoder: any Encoder) throws {
    try fourth.encode(Level4.self, 4, Keys.self, to: encoder) { try super.encode(to: $0) }
  }

  override var contents: [LevelContent] {
    get { super.contents + [fourth] }
    set {
      super.contents = newValue
      fourth = newValue[3]
    }
  }
}

// The same below a class whose coding is synthesised, and with a class between that inherits its coding.

class SynthesisedLevel: Codable {
  var number = 1
  var text: String?
  var friend: LevelFriend?

  required init() {}
}

class InheritingLevel: SynthesisedLevel {}

final class BelowSynthesised: SynthesisedLevel, WithContent {
  private enum Keys: String, CodingKey {
    case number, number2, text, text2, friend, friend2, peer, peer2
    case `super`, base2, keyed2, unkeyed2
  }

  var content = LevelContent()

  required init() { super.init() }

  required init(from decoder: any Decoder) throws {
    var reading = try LevelReading(BelowSynthesised.self, 2, Keys.self, decoder)
    content = try reading.early()
    try super.init(from: reading.superclass())
    content = try reading.late()
  }

  override func encode(to encoder: any Encoder) throws {
    try content.encode(BelowSynthesised.self, 2, Keys.self, to: encoder) {
      try super.encode(to: $0)
    }
  }
}

final class BelowInheriting: InheritingLevel, WithContent {
  private enum Keys: String, CodingKey {
    case number, number2, text, text2, friend, friend2, peer, peer2
    case `super`, base2, keyed2, unkeyed2
  }

  var content = LevelContent()

  required init() { super.init() }

  required init(from decoder: any Decoder) throws {
    var reading = try LevelReading(BelowInheriting.self, 2, Keys.self, decoder)
    content = try reading.early()
    try super.init(from: reading.superclass())
    content = try reading.late()
  }

  override func encode(to encoder: any Encoder) throws {
    try content.encode(BelowInheriting.self, 2, Keys.self, to: encoder) {
      try super.encode(to: $0)
    }
  }
}

/// A class below one whose coding is synthesised.
protocol WithContent: SynthesisedLevel {
  var content: LevelContent { get set }
  init()
}
