import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct NotationValueTests {
  /// The types of classes, structs and enums of the sample, for use by the values.
  private static let classes = NotationSample.graph.classes

  private static func text(_ type: ArchiveTypeDescriptor, _ value: String) -> String {
    #"{"name":"v","type":\#(type.notation()),"value":\#(value)}"#
  }

  private static func read(_ type: ArchiveTypeDescriptor, _ value: String) throws -> ArchiveValue? {
    var graph = ArchiveGraph()
    graph.classes = classes
    graph.writer = "W"
    let text = graph.notation().replacing("\"roots\":[]", with: "\"roots\":[\(text(type, value))]")
    return try ArchiveGraph(notation: text).roots.first?.value
  }

  /// Values that no text of a valid fixture has, which the tests of fixtures compare.
  static let values: [(ArchiveTypeDescriptor, ArchiveValue, String)] = [
    (.float16, .float16(bitPattern: 0xFC01), #""nan:fc01""#),
    (.float32, .float32(1e30), "1.0000000150474662e+30"),
    (.float64, .float64(Double(bitPattern: 0xFFF0_0000_0000_0001)), #""nan:fff0000000000001""#),
    (.date, .date(Double(bitPattern: 0x7FF8_0000_0000_0000)), #""nan:7ff8000000000000""#),
    (
      .string, .string("a\"\\/\u{0}\u{1F}\n\u{7F}\u{2028}"),
      #""a\"\\/\u0000\u001f\n\#u{7F}\#u{2028}""#
    ),
    (.bytes, .bytes([0, 0xAF, 255]), #""00afff""#),
    (
      .uuid, .uuid(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF),
      #""01234567-89ab-cdef-0123-456789abcdef""#
    ),
    (.decimal, .decimal(.number(isNegative: false, mantissa: 0, exponent: 127)), #""0e127""#),
    (
      .decimal, .decimal(.number(isNegative: false, mantissa: 1, exponent: .max)),
      #""1e2147483647""#
    ),
    (
      .decimal, .decimal(.number(isNegative: false, mantissa: .max, exponent: -128)),
      #""340282366920938463463374607431768211455e-128""#
    ),
    (.any, .any(.list(.bool), .list([.bool(true)])), #"{"type":["list","bool"],"value":[true]}"#),
    (.optional(.optional(.int8)), .nil, "null"),
    (.optional(.optional(.int8)), .some(.nil), "[null]"),
    (.optional(.optional(.int8)), .some(.some(.integer(5))), "[5]"),
    (.optional(.weakReference(to: nil)), .some(.nil), "[null]"),
    (.optional(.weakReference(to: nil)), .some(.reference(3)), "[3]"),
    (.optional(.optional(.reference(to: nil))), .some(.reference(4)), "[4]"),
    (.optional(.list(.int8)), .some(.list([])), "[]"),
    (.list(.int8), .list([.integer(1), .integer(-1)]), "[1,-1]"),
    (.set(.string), .set([.string("b"), .string("a")]), #"["b","a"]"#),
    (
      .map(key: .int8, value: .bool), .map([ArchiveMapPair(key: .integer(1), value: .bool(true))]),
      "[[1,true]]"
    ),
    (.map(key: .int8, value: .bool), .map([]), "[]"),
    (.reference(to: nil), .reference(9_007_199_254_740_992), #""9007199254740992""#),
    (.optional(.reference(to: "Person")), .nil, "null"),
    (.optional(.reference(to: "Person")), .reference(2), "2"),
    (.weakReference(to: "Person"), .nil, "null"),
    (.weakReference(to: "Person"), .reference(2), "2"),
    (
      .struct("Point"), .struct(3, .float64(1), .float64(2)),
      #"{"class":3,"values":{"x":1.0,"y":2.0}}"#
    ),
    (
      .enum("Shape"),
      .enum(4, case: 1, .struct(3, .float64(1), .float64(2))),
      #"{"class":4,"case":"dot","values":{"at":{"class":3,"values":{"x":1.0,"y":2.0}}}}"#
    ),
  ]

  @Test func `every value has exactly its text, and is read from it`() throws {
    for (type, value, text) in Self.values {
      let root = ArchiveNamedValue("v", type, value)
      #expect(Self.classes.notation(of: root) == Self.text(type, text))
      #expect(try Self.read(type, text) == value, "\(type) \(text)")
    }
  }

  static let refused: [(ArchiveTypeDescriptor, [String])] = [
    (.bool, ["0", "1", "null", #""true""#, "[]"]),
    (
      .int8,
      ["128", "-129", "1.0", "1e0", "-0", #""1""#, "null", "true", "[1]", "9007199254740992"]
    ),
    (
      .int64,
      [
        #""9223372036854775808""#, #""+9007199254740992""#, #""09007199254740992""#, #""""#,
        #""-""#,
      ]
    ),
    (
      .int128,
      [
        #""170141183460469231731687303715884105728""#,
        #""-170141183460469231731687303715884105729""#,
      ]
    ),
    (.uint8, ["256", "-1", "-0"]),
    (.uint64, [#""18446744073709551616""#, #""-9007199254740992""#]),
    (
      .uint128,
      [
        #""340282366920938463463374607431768211456""#,
        #""3402823669209384634633746074317682114550""#,
      ]
    ),
    (
      .float16,
      [
        "1", "0.1", "65520.0", "1e-30", #""nan""#, #""nan:7c00""#, #""nan:7E00""#, #""nan:07e00""#,
        #""1.0""#,
      ]
    ),
    (.float32, ["0.1", "1e39", #""nan:7f800000""#, #""nan:7fc0000""#]),
    (
      .float64,
      [
        "1", "0", "-0", "1e400", #""Inf""#, #""+inf""#, #""nan:7ff0000000000000""#,
        #""nan:7ff800000000000g""#,
      ]
    ),
    (.date, ["0", #""2001-01-01""#]),
    (.string, ["0", "null", "[]"]),
    (.bytes, [#""0""#, #""0G""#, #""AF""#, #"" 0""#, "[]"]),
    (
      .uuid,
      [
        #""01234567-89AB-cdef-0123-456789abcdef""#, #""0123456789abcdef0123456789abcdef""#,
        #""01234567-89ab-cdef-0123-456789abcde""#, #""01234567-89ab-cdef-0123--56789abcdef""#,
      ]
    ),
    (
      .decimal,
      [
        #""1""#, #""-0e0""#, #""+1e0""#, #""1e2147483648""#, #""1e+1""#, #""01e1""#, #""1e-0""#,
        #""1E1""#, #""e1""#, #""1e1e1""#, "1.0",
      ]
    ),
    (.reference(to: nil), ["0", "-1", "null", "1.0", #""1""#]),
    (.optional(.reference(to: nil)), ["0", "[1]"]),
    (.weakReference(to: nil), ["0", "[1]"]),
    (.optional(.int8), ["[1]", "[null]", "128"]),
  ]

  @Test func `text of another form is refused with type and place`() {
    for (type, texts) in Self.refused {
      for text in texts {
        let shown = if case .optional(let part) = type, part == .int8 { part } else { type }
        do {
          _ = try Self.read(type, text)
          Issue.record("\(type.notation()) \(text) is read")
        } catch let error as NotationError {
          #expect(error.reason == .expectedValue(of: shown), "\(type.notation()) \(text)")
          #expect(error.path == "roots[0].value", "\(type.notation()) \(text)")
        } catch {
          Issue.record(error)
        }
      }
    }
  }

  @Test func `every float16 that is not a NaN is its float64`() throws {
    for bits in UInt16.min...UInt16.max where bits & 0x7FFF <= 0x7C00 {
      let value = Float16Reference.value(bits)
      let expected = value.isInfinite ? (value < 0 ? "\"-inf\"" : "\"inf\"") : value.description
      let root = ArchiveNamedValue("v", .float16, .float16(bitPattern: bits))
      #expect(ArchiveClassTable().notation(of: root) == Self.text(.float16, expected))
    }
    let all = (UInt16.min...UInt16.max).map { ArchiveValue.float16(bitPattern: $0) }
    var graph = ArchiveGraph()
    graph.roots = [ArchiveNamedValue("all", .list(.float16), .list(all))]
    #expect(try ArchiveGraph(notation: graph.notation()) == graph)
  }
}

/// The value of float16 bits by definition: sign, and either a multiple of the smallest number or a fraction and a
/// power of two.
enum Float16Reference {
  static func value(_ bits: UInt16) -> Double {
    let exponent = Int(bits >> 10) & 31
    var value = Double(bits & 0x3FF) + (exponent == 0 ? 0 : 1024)
    for _ in 0..<abs(max(exponent, 1) - 25) { value *= exponent < 25 ? 0.5 : 2 }
    if exponent == 31 { value = .infinity }
    return bits & 0x8000 == 0 ? value : -value
  }
}
