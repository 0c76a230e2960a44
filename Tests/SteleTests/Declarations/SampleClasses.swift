import Stele

/// The tests of declarations, and the classes for them, which stand here rather than in functions so that they have names.
enum DeclarationTests {
  class Animal: Codable {
    var name = "Rex"
    static var synthesisedKeyType: any CodingKey.Type { CodingKeys.self }
    init() {}
  }

  class Dog: Animal {
    var breed = "Poodle"
    private enum CodingKeys: String, CodingKey { case breed }
    static var keyType: any CodingKey.Type { CodingKeys.self }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(breed, forKey: .breed)
    }

    /// A subclass nested in its superclass.
    class Puppy: Dog {
      enum CodingKeys: String, CodingKey { case age }
    }
  }

  enum OutsideKeys: CodingKey { case some }

  class NotCodable {}

  class Vehicle: NotCodable, Codable {
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { super.init() }
    func encode(to encoder: any Encoder) throws {}
  }

  class Shelf<Item: Codable>: Codable {
    enum CodingKeys: CodingKey { case items }
    init() {}
    required init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  class LabelledShelf<Item: Codable>: Shelf<[Item]> {
    enum CodingKeys: CodingKey { case label }
  }

  private class Hidden: Codable {
    class Inside: Codable {}
  }
  /// The private class, and types nested in it or made of it.
  static let hiddenClasses: [any (Codable & SendableMetatype).Type] = [
    Hidden.self, Hidden.Inside.self, Shelf<Hidden>.self,
  ]

  private struct HiddenValue: Codable {}
  static let hiddenValueTypes: [any (Codable & SendableMetatype).Type] = [
    HiddenValue.self, Pair<HiddenValue>.self,
  ]

  struct Pair<Part: Codable>: Codable {}

  enum First {
    class Node: Codable {}
    struct Point: Codable {}
    enum Named: Codable, ArchiveDeclaring {
      case one
      static var archiveClass: ArchiveClass { ArchiveClass("Named") }
    }
  }

  enum Second {
    class Node: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { ArchiveClass("DeclarationTests.First.Node") }
    }
    struct Named: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Named") }
    }
  }

  class Document: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Document", version: 3, keys: [.key("title", since: 2, default: "none")])
    }
  }
  class Letter: Document {}
  class Report: Document {
    override class var archiveClass: ArchiveClass { ArchiveClass("Report") }
  }
}

extension DeclarationTests.Shelf where Item == [Int] {
  enum NumberKeys: CodingKey { case sum }
}

extension DeclarationTests.Animal {
  enum ExtraKeys: CodingKey { case extra }
}
