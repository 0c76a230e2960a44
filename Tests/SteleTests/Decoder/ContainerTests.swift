import Stele
import TestSupport
import Testing

/// The containers of a decoder as `Codable` types expect them.
struct ContainerTests {
  private func roundTrip<T: Codable>(_ value: T) throws -> T {
    try SteleDecoder().decode(T.self, from: SteleEncoder().encode(value))
  }

  private func isUnchanged<T: Codable & Equatable>(_ value: T) throws -> Bool {
    try roundTrip(value) == value
  }

  enum Suit: String, Codable, CaseIterable { case clubs, hearts }

  enum Expression: Codable, Equatable {
    case number(Int)
    indirect case sum(Expression, Expression)
    case named(name: String, value: Double?)
    case nothing
  }

  struct Everything: Codable, Equatable {
    var bool = true
    var int = Int.min
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.max
    var int128 = Int128.min
    var uint = UInt.max
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var uint128 = UInt128.max
    var float = -Float.leastNonzeroMagnitude
    var double = Double.greatestFiniteMagnitude
    var string = "naïve 👩‍👩‍👧‍👦\0"
    var some: Int? = 1
    var none: Int?
    var nested: Int?? = .some(nil)
    var list = [1, 2, 3]
    var lists = [[1], [], [2, 3]]
    var set: Set<Suit> = [.clubs, .hearts]
    var map = ["a": 1, "b": 2]
    var suits = [Suit.clubs: [true, false], .hearts: []]
    var numbers = [1.5: "x"]
    var optionals: [Int?] = [nil, 1]
    var expression = Expression.sum(.number(1), .sum(.named(name: "x", value: nil), .nothing))
    var expressions = [Expression.nothing, .number(3), .named(name: "", value: 2)]
    var empty: [String: [Int]] = [:]
    var contiguous = ContiguousArray([1, 2, 3])
    var range = 1..<5
  }

  @Test func `values of all kinds come back as they were`() throws {
    #expect(try isUnchanged(Everything()))
    #expect(try isUnchanged([Everything(), Everything()]))
    #expect(try isUnchanged(Everything().nested))
    #expect(try isUnchanged([Int??.none, .some(nil), 1]))
    #expect(try isUnchanged("root"))
    #expect(try isUnchanged([Int]()))
  }

  @Test func `the bits of a NaN are kept`() throws {
    let double = Double(nan: 0x1234, signaling: true)
    let float = Float(nan: 0x77, signaling: false)
    #expect(try roundTrip(double).bitPattern == double.bitPattern)
    #expect(try roundTrip([float])[0].bitPattern == float.bitPattern)
    #expect(try roundTrip(-0.0).sign == .minus)
  }

  /// Records what it sees of its decoder.
  struct Witness: Codable {
    enum Key: String, CodingKey { case first, second, third, missing }
    var seen: [String] = []

    init() {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .first)
      try container.encodeNil(forKey: .second)
      var list = container.nestedUnkeyedContainer(forKey: .third)
      try list.encode("a")
      try list.encodeNil()
      var nested = list.nestedContainer(keyedBy: Key.self)
      try nested.encode(true, forKey: .first)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      seen.append("\(container.allKeys.map(\.stringValue).sorted())")
      seen.append("\(container.contains(.second)) \(container.contains(.missing))")
      seen.append("\(try container.decodeNil(forKey: .second))")
      seen.append("\(try container.decodeNil(forKey: .first))")
      seen.append("\(try container.decodeIfPresent(Int.self, forKey: .second) as Int?)")
      seen.append("\(try container.decodeIfPresent(Int.self, forKey: .missing) as Int?)")
      var list = try container.nestedUnkeyedContainer(forKey: .third)
      seen.append("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd)")
      // The outer container is used while the inner one is open.
      seen.append("\(try container.decode(Int.self, forKey: .first))")
      seen.append("\(try list.decodeNil()) \(try list.decode(String.self))")
      seen.append("\(try list.decodeNil()) \(list.currentIndex)")
      let nested = try list.nestedContainer(keyedBy: Key.self)
      seen.append("\(try nested.decode(Bool.self, forKey: .first)) \(list.isAtEnd)")
      seen.append(nested.codingPath.map(\.stringValue).joined(separator: "/"))
      do {
        _ = try list.decode(Int.self)
      } catch DecodingError.valueNotFound(_, let context) {
        seen.append("end \(context.codingPath.map(\.stringValue))")
      }
      do {
        _ = try container.decode(Int.self, forKey: .missing)
      } catch DecodingError.keyNotFound(let key, _) {
        seen.append("no \(key.stringValue)")
      }
      do {
        _ = try container.decode(Int.self, forKey: .second)
      } catch DecodingError.valueNotFound(_, let context) {
        seen.append("nil \(context.codingPath.map(\.stringValue))")
      }
      do {
        _ = try container.decode(String.self, forKey: .first)
      } catch DecodingError.typeMismatch(_, let context) {
        seen.append("type \(context.codingPath.map(\.stringValue))")
      }
      // After errors everything else can still be read.
      seen.append("\(try container.decode(Int.self, forKey: .first))")
    }
  }

  @Test func `containers say what is there and what is not`() throws {
    #expect(
      try roundTrip(Witness()).seen == [
        #"["first", "second", "third"]"#, "true false", "true", "false", "nil", "nil",
        "3 0 false", "1", "false a", "true 2", "true true", "third/Index 2",
        #"end ["third", "Index 3"]"#, "no missing", #"nil ["second"]"#, #"type ["first"]"#, "1",
      ])
  }

  struct Backwards: Codable, Equatable {
    var a = "a"
    var b: [Int]? = [1, 2]
    var c = ["k": 2.5]
    var d = 4

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      d = try container.decode(Int.self, forKey: .d)
      c = try container.decode([String: Double].self, forKey: .c)
      b = try container.decodeIfPresent([Int].self, forKey: .b)
      a = try container.decode(String.self, forKey: .a)
      d = try container.decode(Int.self, forKey: .d)
    }
  }

  @Test func `keys are read in any order and more than once`() throws {
    #expect(try isUnchanged([Backwards(), Backwards()]))
  }

  @Test func `user info reaches the initialisers`() throws {
    struct Asking: Codable {
      static let key = CodingUserInfoKey(rawValue: "k")
      var answer: Int?
      init() {}
      init(from decoder: any Decoder) throws {
        answer = Self.key.flatMap { decoder.userInfo[$0] as? Int }
      }
      func encode(to encoder: any Encoder) throws {}
    }
    var decoder = SteleDecoder()
    if let key = Asking.key { decoder.userInfo[key] = 42 }
    let bytes = try SteleEncoder().encode([Asking()])
    #expect(try decoder.decode([Asking].self, from: bytes)[0].answer == 42)
  }

  @Test func `elements that are equal for the program only are refused`() throws {
    let bytes = try archive([], root: .set(.float64), .set([.float64(0), .float64(-0.0)]))
    let error = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode(Set<Double>.self, from: bytes)
    }
    #expect(codingError(error)?.reason == .duplicateAfterConversion)
    let map = try archive(
      [], root: .map(key: .string, value: .bool),
      .map([
        ArchiveMapPair(key: .string("\u{E9}"), value: .bool(true)),
        ArchiveMapPair(key: .string("e\u{301}"), value: .bool(true)),
      ]))
    let error2 = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode([String: Bool].self, from: map)
    }
    #expect(codingError(error2)?.reason == .duplicateAfterConversion)
  }

  struct Tree: Codable { var branches: [Tree] }

  private static func tree(_ depth: Int) throws -> [UInt8] {
    var value = ArchiveValue.struct(ArchiveStructValue(entry: 1, values: [.list([])]))
    for _ in 1..<depth {
      value = .struct(ArchiveStructValue(entry: 1, values: [.list([value])]))
    }
    let entry = ArchiveClassEntry.struct(
      "Tree", keys: [ArchiveKey("branches", .list(.struct("Tree")))])
    return try archive([entry], root: .struct("Tree"), value)
  }

  @Test func `initialisers that nest do not overflow a small stack`() throws {
    let bytes = try Self.tree(250)
    let reason = try onStack {
      do {
        _ = try SteleDecoder().decode(Tree.self, from: bytes)
        return SteleCodingError.Reason?.none
      } catch {
        return codingError(error)?.reason
      }
    }
    // An optimised program may well come to the end; a sanitizer makes each level several times larger.
    if let reason, case .stackTooSmall(let byteCount) = reason { #expect(byteCount > 256 << 10) }
  }

  @Test func `only listed classes are made when the whole list is given`() throws {
    let bytes = try archive(
      [.class("Node", keys: [ArchiveKey("value", .int64)])],
      [ArchiveObject(entry: 1, values: [.integer(1)])], root: .optional(.reference(to: nil)), .nil)
    var decoder = SteleDecoder()
    decoder.allowsListedClassesOnly = true
    let error = #expect(throws: DecodingError.self) { try decoder.decode(Int?.self, from: bytes) }
    #expect(codingError(error)?.reason == .classNotAllowed("Node"))
    #expect(codingError(error)?.object == 1)
  }

  @Test func `malformed bytes are an error of the archive`() {
    let error = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode(Int.self, from: [1, 2, 3])
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.underlyingError is ArchiveError)
  }
}
