import Stele
import TestSupport

/// A value of a random type: what containers are asked for, and what they are given.
indirect enum RandomTree: Equatable {
  case null
  case flag(Bool)
  case number(Int)
  case real(Double)
  case text(String)
  case maybe(Int?)
  case maybeMaybe(Int??)
  case numbers([Int])
  case texts([String])
  case table([String: Int])
  case names([Int: String])
  case group(Set<String>)
  case choice(RandomChoice)
  /// A value in the place of this one.
  case single(RandomTree, RandomStyle)
  case keyed([RandomField])
  case unkeyed([RandomField])
  /// An array of values of one type.
  case list([RandomTree], RandomStyle)
  /// A set of parts, by their numbers.
  case parts(Set<Int>)
  /// A dictionary whose keys are parts.
  case partTable([Int: Int])
  /// A reference to an object, by its number.
  case object(Int)
  case optionalObject(Int?)
}

/// A key or an element, and how its value is written.
struct RandomField: Equatable {
  let key: String
  let tree: RandomTree
  let style: RandomStyle
}

/// The form in which a value is written.
enum RandomStyle: CaseIterable {
  /// As one of three Swift types.
  case first, second, third
  /// By a nested container, or for other values as the first type.
  case nested
  /// By the encoder of a superclass.
  case `super`
}

/// An enum whose coding is synthesised.
enum RandomChoice: Codable, Equatable, CaseIterable {
  case none
  case one(Int)
  case two(a: String?, b: [Double])
  case four(x: [String: Int], y: [Int], z: String, w: Int?)

  static let allCases: [RandomChoice] = [
    .none, .one(3), .two(a: nil, b: []), .two(a: "a", b: [0.5]),
    .four(x: [:], y: [], z: "", w: nil), .four(x: ["k": 1], y: [300], z: "z", w: 1),
  ]
}

/// The content of an object: its own keys, and those of its superclass.
struct RandomObject {
  /// The form in which the class writes its keys.
  enum Kind: CaseIterable { case keys, subclass }

  let kind: Kind
  let fields: [RandomField]
  let inherited: [RandomField]
}

/// Everything that is encoded at once; the trees of parts and objects have numbers, so that they are found in any order.
final class RandomContent: @unchecked Sendable {
  var root = RandomTree.null
  var parts: [RandomTree] = []
  var objects: [RandomObject] = []
  /// Whether objects come back once for each reference.
  var isTree = false
  /// The capacity of sets and dictionaries, which decides about their order.
  var capacity = 0
  /// Whether sets and dictionaries have the same order each time that they are encoded.
  var isStable = false
  /// The trees of the values that are decoded next, the next one last.
  var expected: [RandomTree] = []
  /// The objects that have been made to be encoded, and those that have been decoded.
  var made: [Int: RandomThing] = [:]
  var decoded: [Int: RandomThing] = [:]

  static let key = CodingUserInfoKey.named("content")

  /// Returns the object of a number, to be encoded.
  func object(_ number: Int) -> RandomThing {
    if let object = made[number] { return object }
    let object: RandomThing =
      switch objects[number].kind {
      case .keys: RandomThing(number, self)
      case .subclass: RandomSubclass(number, self)
      }
    made[number] = object
    return object
  }

  /// Takes the tree of the value that is decoded now.
  func next() throws -> RandomTree {
    guard let tree = expected.popLast() else {
      throw RandomMismatch(description: "a value is decoded that nobody asked for")
    }
    return tree
  }
}

/// A value that has come back changed.
struct RandomMismatch: Error, CustomStringConvertible { let description: String }
