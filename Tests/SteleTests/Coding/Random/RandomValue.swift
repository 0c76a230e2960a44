import Stele
import TestSupport

enum RandomFirst {}
enum RandomSecond {}
enum RandomThird {}

/// A value that is written according to its tree, one of several types that all write anything.
struct RandomValue<Tag>: Codable {
  let tree: RandomTree
  let content: RandomContent

  init(_ tree: RandomTree, _ content: RandomContent) {
    self.tree = tree
    self.content = content
  }

  init(from decoder: any Decoder) throws {
    content = try decoder.randomContent
    tree = try content.decode(content.next(), from: decoder)
  }

  func encode(to encoder: any Encoder) throws { try content.encode(tree, to: encoder) }
}

/// A value that is hashed, by its number.
struct RandomPart: Codable, Hashable {
  let number: Int
  let tree: RandomTree
  let content: RandomContent
  private enum CodingKeys: CodingKey { case number, value }

  init(_ number: Int, _ content: RandomContent) {
    self.number = number
    tree = content.parts[number]
    self.content = content
  }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  init(from decoder: any Decoder) throws {
    content = try decoder.randomContent
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    content.expected.append(content.parts[number])
    tree = try container.decode(RandomValue<RandomFirst>.self, forKey: .value).tree
    guard tree == content.parts[number] else {
      throw RandomMismatch(description: "part \(number) is \(tree)")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(RandomValue<RandomFirst>(tree, content), forKey: .value)
  }
}

/// A content as the program has it that knows its types.
struct RandomShelf: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Shelf") }
  let value: RandomValue<RandomFirst>
}

/// The same as the program has it that knows none of them.
struct RandomKeeper: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Shelf") }
  var unknownKeys = UnknownKeys()
}

/// An object whose keys are open.
class RandomThing: Codable {
  let number: Int
  let content: RandomContent
  fileprivate static let numberKey = AnyKey("number")

  init(_ number: Int, _ content: RandomContent) {
    self.number = number
    self.content = content
  }

  /// The keys of this class.
  fileprivate func fields(of object: RandomObject) -> [RandomField] {
    object.kind == .subclass ? object.inherited : object.fields
  }

  required init(from decoder: any Decoder) throws {
    content = try decoder.randomContent
    let container = try decoder.container(keyedBy: AnyKey.self)
    number = try container.decode(Int.self, forKey: Self.numberKey)
    let fields = fields(of: content.objects[number])
    let copy = try content.decode(fields, from: container)
    guard copy == fields else {
      throw RandomMismatch(description: "object \(number) is \(copy)")
    }
    content.decoded[number] = self
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(number, forKey: Self.numberKey)
    try content.encode(fields(of: content.objects[number]), to: &container)
  }
}

/// An object with keys of its own, and those of its superclass.
final class RandomSubclass: RandomThing {
  private struct OwnKey: NamedKey { let name: String }

  override init(_ number: Int, _ content: RandomContent) { super.init(number, content) }

  required init(from decoder: any Decoder) throws {
    try super.init(from: decoder.container(keyedBy: OwnKey.self).superDecoder())
    let container = try decoder.container(keyedBy: OwnKey.self)
    let fields = content.objects[number].fields
    let copy = try content.decode(fields, from: container)
    guard copy == fields else {
      throw RandomMismatch(description: "object \(number) is \(copy)")
    }
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: OwnKey.self)
    try content.encode(content.objects[number].fields, to: &container)
    try super.encode(to: container.superEncoder())
  }
}

extension Decoder {
  /// The content that is decoded.
  var randomContent: RandomContent {
    get throws {
      guard let content = userInfo[RandomContent.key] as? RandomContent else {
        throw RandomMismatch(description: "there is no content to compare with")
      }
      return content
    }
  }
}
