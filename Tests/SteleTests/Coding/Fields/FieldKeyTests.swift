import Foundation
import Stele
import TestSupport
import Testing

struct FieldKeyTests {
  /// Reads the keys of ``ExplicitPoint`` in another order, and a different one each time.
  struct Shuffled: FieldDecodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("ExplicitPoint") }
    var point: ExplicitPoint

    init(from fields: inout FieldDecoder) throws {
      point = ExplicitPoint(0, 0)
      point.label = try fields.decode("label")
      point.x = try fields.decode("x")
      point.y =
        point.x.isMultiple(of: 2) ? try fields.decode("y") : try fields.decode("y", as: Double.self)
    }
  }

  @Test func `keys are read in any order`() throws {
    let points = (0..<9).map { ExplicitPoint($0, Double($0) / 2, $0 % 3 == 0 ? nil : "p\($0)") }
    #expect(try convert(points, to: [Shuffled].self).map(\.point) == points)
  }

  /// Reads some keys not at all, some twice, and some conditionally.
  struct Choosy: FieldDecodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("ExplicitPoint") }
    let y: Double
    let x: Int?

    init(from fields: inout FieldDecoder) throws {
      let first: Double = try fields.decode("y")
      x = first > 1 ? try fields.decode("x", as: Int.self) : nil
      y = try fields.decode("y")
    }
  }

  @Test func `keys may be left out, read twice, and read only sometimes`() throws {
    let points = [ExplicitPoint(1, 0.5, "left out"), ExplicitPoint(2, 1.5), ExplicitPoint(3, 0)]
    let copies = try convert(points, to: [Choosy].self)
    #expect((copies.map(\.y), copies.map(\.x)) == ([0.5, 1.5, 0], [nil, 2, nil]))
  }

  struct Reader<Wanted: Codable>: FieldDecodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("ExplicitPoint") }
    let value: Wanted
    let hasValue: Bool

    init(from fields: inout FieldDecoder) throws {
      hasValue = fields.contains("other")
      value = try fields.decode("other")
    }
  }

  @Test func `a missing key is nil for an optional type and an error for others`() throws {
    let point = ExplicitPoint(1, 2)
    let copy = try convert(point, to: Reader<Int?>.self)
    #expect(copy.value == nil)
    #expect(!copy.hasValue)
    let failure = try failure(converting: point, to: Reader<Int>.self)
    #expect(failure == CodingFailure(.keyNotFound, "other", .missingKey("other")))
    #expect(failure?.underlying?.className == "ExplicitPoint")
  }

  struct Wrong: FieldDecodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("ExplicitPoint") }

    init(from fields: inout FieldDecoder) throws { let _: String = try fields.decode("x") }
  }

  @Test func `a value of another type is an error with its path`() throws {
    let failure = try failure(
      converting: [ExplicitPoint(0, 0), ExplicitPoint(1, 2)], to: [Wrong].self)
    #expect(failure == CodingFailure(.typeMismatch, "[0].x", .wrongType(.int64)))
    #expect(failure?.type == "String")
    #expect(failure?.underlying?.keyPath == "[0].x")
  }

  struct Nulls: FieldCodable {
    let a: Int?
    let b: Int
    let c: String

    init(from fields: inout FieldDecoder) throws {
      a = try fields.decode("a")
      b = try fields.decode("b") ?? 7
      let text: String? = try fields.decode("c")
      c = text ?? "none"
    }

    init() {
      a = nil
      b = 0
      c = ""
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(a, "a")
      try fields.encode(Int?.none, "b")
    }
  }

  @Test func `an optional result asks for an optional`() throws {
    let copy = try convert(Nulls(), to: Nulls.self)
    #expect(copy.a == nil)
    #expect((copy.b, copy.c) == (7, "none"))
  }

  struct Informed: FieldCodable {
    static let key = CodingUserInfoKey.named("who")
    let who: String?
    let path: String

    init(from fields: inout FieldDecoder) throws {
      who = fields.userInfo[Self.key] as? String
      path = fields.codingPath.map(\.stringValue).joined(separator: ".")
    }

    init() {
      who = nil
      path = ""
    }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(1, "one") }
  }

  @Test func `the decoder tells what the program said, and where it is`() throws {
    var decoder = SteleDecoder()
    decoder.userInfo[Informed.key] = "me"
    let copy = try convert(["k": Informed()], to: [String: Informed].self, with: decoder)
    #expect((copy["k"]?.who, copy["k"]?.path) == ("me", "k"))
  }

  @Test func `other coders are refused`() throws {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(ExplicitPoint(1, 2)) }
    let failure = failure {
      try JSONDecoder().decode([ExplicitPoint].self, from: Data("[{}]".utf8))
    }
    #expect((failure?.kind, failure?.path) == (.dataCorrupted, "[0]"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ExplicitNode.self, from: Data("{}".utf8))
    }
  }

  struct ScalarKey: FieldCodable {
    let value: Int

    init(_ value: Int) { self.value = value }

    init(from fields: inout FieldDecoder) throws {
      value = try fields.decode(StaticString(unicodeScalarLiteral: "v"))
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(value, StaticString(unicodeScalarLiteral: "v"))
    }
  }

  /// Reads keys by literals of equal content that stand at several places in the program.
  struct ManyLiterals: FieldDecodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("ExplicitPoint") }
    let point: ExplicitPoint

    init(from fields: inout FieldDecoder) throws {
      let keys: [StaticString] = ["x", "y", "label", "x"]
      let x: Int = try fields.decode(keys[0])
      let again: Int = try fields.decode(keys[3])
      let own: Int = try fields.decode("x")
      #expect(again == x)
      #expect(own == x)
      point = ExplicitPoint(x, try fields.decode(keys[1]), try fields.decode(keys[2]))
    }
  }

  @Test func `a literal of a single scalar is a key, too`() throws {
    #expect(
      try convert([ScalarKey(4), ScalarKey(5)], to: [ScalarKey].self).map(\.value) == [4, 5])
  }

  @Test func `literals of equal content are the same key wherever they stand`() throws {
    let points = [ExplicitPoint(8, 9, "z"), ExplicitPoint(10, 11)]
    #expect(try convert(points, to: [ManyLiterals].self).map(\.point) == points)
  }
}
