import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct NotationRefusalTests {
  private static func error(_ text: String) -> NotationError? {
    thrown { try ArchiveGraph(notation: text) }
  }

  /// Returns the error of a document in one line, whose column is the offset plus one.
  private static func at(
    _ reason: NotationError.Reason, _ offset: Int, _ path: String
  ) -> NotationError {
    NotationError(reason, at: offset, line: 1, column: offset + 1, path: path)
  }

  static let malformed: [(String, NotationError)] = [
    ("", at(.unexpectedEnd, 0, "")),
    ("  ", at(.unexpectedEnd, 2, "")),
    ("{", at(.unexpectedEnd, 1, "")),
    ("[1", at(.unexpectedEnd, 2, "")),
    ("[1,", at(.unexpectedEnd, 3, "")),
    ("[1,]", at(.unexpectedByte(0x5D), 3, "")),
    ("[,1]", at(.unexpectedByte(0x2C), 1, "")),
    ("[1 2]", at(.unexpectedByte(0x32), 3, "")),
    ("[1}", at(.unexpectedByte(0x7D), 2, "")),
    ("[] []", at(.unexpectedByte(0x5B), 3, "")),
    (#"{"a"}"#, at(.unexpectedByte(0x7D), 4, "a")),
    (#"{"a":1,}"#, at(.unexpectedByte(0x7D), 7, "")), (#"{a:1}"#, at(.unexpectedByte(0x61), 1, "")),
    (#"{"a":[0,{"b c":x}]}"#, at(.unexpectedByte(0x78), 15, #"a[1]["b c"]"#)),
    (#"{"a":1,"b":2,"\u0061":3}"#, at(.duplicateMember("a"), 13, "a")),
    ("tru", at(.unexpectedEnd, 3, "")),
    ("trye", at(.unexpectedByte(0x79), 2, "")),
    ("nul]", at(.unexpectedByte(0x5D), 3, "")),
    ("[01]", at(.unexpectedByte(0x31), 2, "")),
    ("[-]", at(.malformedNumber, 1, "")),
    ("[1.]", at(.malformedNumber, 1, "")),
    ("[1e+]", at(.malformedNumber, 1, "")),
    ("[+1]", at(.unexpectedByte(0x2B), 1, "")),
    ("[.5]", at(.unexpectedByte(0x2E), 1, "")),
    ("[NaN]", at(.unexpectedByte(0x4E), 1, "")),
    ("\u{FEFF}{}", at(.unexpectedByte(0xEF), 0, "")),
    ("[\"a\u{1}\"]", at(.unexpectedByte(1), 3, "")),
    (#"["abc"#, at(.unexpectedEnd, 5, "")),
    (#"["\x"]"#, at(.malformedEscape, 2, "")),
    (#"["\u12"]"#, at(.malformedEscape, 2, "")),
    (#"["\u12g4"]"#, at(.malformedEscape, 2, "")),
    (#"["\ud800"]"#, at(.malformedEscape, 2, "")),
    (#"["\ud800\u0041"]"#, at(.malformedEscape, 2, "")),
    (#"["\udc00"]"#, at(.malformedEscape, 2, "")), (#"["\"#, at(.unexpectedEnd, 3, "")),
    ("/**/{}", at(.unexpectedByte(0x2F), 0, "")),
  ]

  @Test func `what is not JSON is refused where it stops being JSON`() {
    for (text, expected) in Self.malformed { #expect(Self.error(text) == expected, "\(text)") }
  }

  @Test func `lines and columns are counted from 1, columns in scalars`() {
    #expect(
      Self.error("{\n  \"\u{E9}\u{1F3FA}\": ?}")
        == NotationError(
          .unexpectedByte(0x3F), at: 14, line: 2, column: 9, path: "[\"\u{E9}\u{1F3FA}\"]"))
  }

  @Test func `bytes that are not UTF-8 are refused at the first of them`() {
    for (bytes, offset) in [
      ([0x22, 0xC3, 0x22], 1), ([0x22, 0x61, 0x80, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0xFF], 0),
    ] as [([UInt8], Int)] {
      #expect(throws: Self.at(.malformedUTF8, offset, "")) { try ArchiveGraph(notation: bytes) }
    }
  }

  @Test func `arrays and objects that nest too deep are refused`() {
    let limit = 2048
    let path = String(repeating: "[0]", count: limit)
    let text = String(repeating: "[", count: 100_000)
    #expect(Self.error(text)?.reason == .nesting(limit: limit))
    #expect(Self.error(text)?.offset == limit)
    let objects = String(repeating: "{\"a\":", count: 100_000)
    #expect(Self.error(objects)?.reason == .nesting(limit: limit))
    let closed = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(Self.error(closed) == Self.at(.expected(.object), 0, ""))
    #expect(path.count == 3 * limit)
  }

  /// What takes the place of the type "int8" in the compact text of the sample, and the error, below the path of the type.
  private static let types: [(String, NotationError.Reason, at: String, path: String)] = [
    (#""int7""#, .unknownWord("int7"), #""int7""#, ""),
    (#"["int8"]"#, .unknownWord("int8"), #""int8"]"#, "[0]"),
    ("[]", .elementCount(expected: 1), "[]", ""),
    (#"["list"]"#, .elementCount(expected: 2), #"["list"]"#, ""),
    (#"["map","int8"]"#, .elementCount(expected: 3), #"["map","int8"]"#, ""),
    (#"["ref","a","b"]"#, .elementCount(expected: 2), #"["ref","a","b"]"#, ""),
    (#"["weak",null]"#, .expected(.string), "null]", "[1]"),
    (#"["struct"]"#, .elementCount(expected: 2), #"["struct"]"#, ""),
    (#"["list",["set",{}]]"#, .expected(.array), "{}]]", "[1][1]"),
  ]

  /// Parts of the compact text of the sample, their replacements, and the error, at the beginning of the given part
  /// of the changed text.
  static let changes: [(String, String, NotationError.Reason, at: String, path: String)] =
    [
      (#""stele":"1.0","#, "", .missingMember("stele"), "{", ""),
      (#""1.0""#, #""2.0""#, .formatVersion("2.0"), #""2.0""#, "stele"),
      (#""1.0""#, #""1.00""#, .formatVersion("1.00"), #""1.00""#, "stele"),
      (#""1.0""#, #""1.1""#, .formatVersion("1.1"), #""1.1""#, "stele"),
      (#""1.0""#, "1", .expected(.string), "1,", "stele"),
      (#""writer":"#, #""Writer":"#, .unknownMember("Writer"), #""Writer""#, "Writer"),
      (#""metadata":[]"#, #""metadata":{}"#, .expected(.array), "{}\n}", "metadata"),
      (#""metadata":[]"#, #""metadata":[[]]"#, .expected(.object), "[]]", "metadata[0]"),
      (#""metadata":[]"#, #""metadata":[],"x":0"#, .unknownMember("x"), #""x":0"#, "x"),
      (#""kind":"struct","#, "", .missingMember("kind"), #"{"name":"Point""#, "classes[2]"),
      (
        #""kind":"struct""#, #""kind":"tuple""#, .unknownWord("tuple"), #""tuple""#,
        "classes[2].kind"
      ),
      (
        #""kind":"struct""#, #""kind":"struct","super":0"#, .unknownMember("super"),
        #""super":0,"keys":[{"name":"x""#, "classes[2].super"
      ),
      (#""version":2"#, #""version":0"#, .expectedNumber(from: 1), "0,", "classes[1].version"),
      (#""version":2"#, #""version":2.0"#, .expectedNumber(from: 1), "2.0", "classes[1].version"),
      (
        #""version":2"#, #""version":"9223372036854775808""#, .expectedNumber(from: 1),
        #""9223372036854775808""#, "classes[1].version"
      ),
      (#""super":1"#, #""super":-1"#, .expectedNumber(from: 0), "-1", "classes[1].super"),
      (
        #""super":1"#, #""super":9"#, .undefinedEntry(9), #"2,"values":[{"name":"é"#,
        "objects[1].class"
      ),
      (
        #""flags":"retired""#, #""flags":"gone""#, .unknownWord("gone"), #""gone""#,
        "classes[1].keys[2].flags"
      ),
      (
        #""retired":true"#, #""retired":1"#, .expectedValue(of: .bool), #"1,"keys":[]"#,
        "classes[3].cases[0].retired"
      ),
      (
        #"{"class":1,"#, #"{"class":0,"#, .expectedNumber(from: 1), #"0,"values":[{"name":"Rex""#,
        "objects[0].class"
      ),
      (#"{"class":1,"#, #"{"class":5,"#, .undefinedEntry(5), #"5,"values""#, "objects[0].class"),
      (
        #"{"class":1,"#, #"{"class":3,"#, .wrongKind(entry: 3), #"3,"values":[{"name":"Rex""#,
        "objects[0].class"
      ),
      (
        #"[{"name":"Rex"}]"#, #"[{"name":"Rex"},{}]"#, .elementCount(expected: 1),
        #"[{"name":"Rex"},{}]"#, "objects[0].values"
      ),
      (#"[{"name":"Rex"}]"#, #"[[]]"#, .expected(.object), "[]]", "objects[0].values[0]"),
      (#"{"name":"Rex"}"#, #"{}"#, .missingMember("name"), "{}]", "objects[0].values[0]"),
      (
        #"{"name":"Rex"}"#, #"{"name":1}"#, .expectedValue(of: .string), "1}]",
        "objects[0].values[0].name"
      ),
      (
        #"{"name":"Rex"}"#, #"{"name":"Rex","age":1}"#, .unknownMember("age"), #""age""#,
        "objects[0].values[0].age"
      ),
      (
        #"{"friends":[1,2]}"#, #"{"friends":[1,2],"old":1}"#, .unknownMember("old"), #""old":1"#,
        "objects[1].values[1].old"
      ),
      (
        "[1,2]}", "[1,null]}", .expectedValue(of: .reference(to: "Person")), "null]",
        "objects[1].values[1].friends[1]"
      ),
      ("[1,2]}", "1}", .expected(.array), "1}]", "objects[1].values[1].friends"),
      (
        #""spot":{"class":3"#, #""spot":{"class":4"#, .wrongKind(entry: 4), "4,\"values\":{\"x\"",
        "objects[2].values[1].spot.class"
      ),
      (
        #""y":-0.5}}}]}"#, #""z":-0.5}}}]}"#, .unknownMember("z"), #""z":"#,
        "objects[2].values[1].spot.values.z"
      ),
      (
        #""case":"dot""#, #""case":"none""#, .unknownWord("none"), #""none","values""#,
        "roots[1].value.value.case"
      ),
      (
        #""type":["enum","Shape"]"#, #""type":["enum","Form"]"#, .wrongName(entry: 4), #"4,"case""#,
        "roots[1].value.value.class"
      ),
      (
        #""type":["enum","Shape"]"#, #""type":["optional",["optional","bool"]]"#, .expected(.array),
        #"{"class":4"#, "roots[1].value.value"
      ),
      (
        #"[["a",[1,-2]]]"#, #"[["a",[1,-2],3]]"#, .elementCount(expected: 2), #"["a",[1,-2],3]"#,
        "roots[2].value[0]"
      ),
      (
        #"[["a",[1,-2]]]"#, #"[["a",[1,-200]]]"#, .expectedValue(of: .int8), "-200",
        "roots[2].value[0][1][1]"
      ),
      (#"[["a",[1,-2]]]"#, #"{"a":[1,-2]}"#, .expected(.array), #"{"a""#, "roots[2].value"),
    ]
    + types.map {
      (
        #""type":"int8""#, #""type":\#($0.0)"#, $0.1, at: $0.at,
        path: "classes[1].keys[2].type\($0.path)"
      )
    }

  @Test func `what is not the text of a graph is refused with reason, place and path`() {
    for (old, new, reason, place, path) in Self.changes {
      guard let range = NotationSample.compact.firstRange(of: old) else {
        Issue.record("\(old) is not in the sample")
        continue
      }
      let text = NotationSample.compact.replacingSubrange(range, new)
      let error = Self.error(text)
      #expect(error?.reason == reason, "\(old) → \(new)")
      #expect(error?.path == path, "\(old) → \(new)")
      let found = error.map {
        String(decoding: Array(text.utf8)[$0.offset...].prefix(place.utf8.count), as: UTF8.self)
      }
      #expect(found == place, "\(old) → \(new)")
    }
  }

  @Test func `absent keys are refused when the text is far too short for them`() {
    let keys = (0..<4000).map { ArchiveKey("k\($0)", .int8, presence: .optional) }
    var graph = ArchiveGraph()
    graph.classes.define(.class("C", keys: keys))
    for (count, reason) in [(100, nil), (3000, .memory)] as [(Int, NotationError.Reason?)] {
      let object = #"{"class":1,"values":[{}]}"#
      let objects = repeatElement(object, count: count).joined(separator: ",")
      let text = graph.notation().replacing(#""objects":[]"#, with: #""objects":[\#(objects)]"#)
      #expect(Self.error(text)?.reason == reason)
    }
  }

  @Test func `an error says where and what`() {
    #expect(
      Self.error(#"{"stele": "1.0", "objects": 3}"#)?.description
        == #"line 1, column 1: The member "type" is missing."#)
    #expect(
      Self.error("{\n\"a\": [?]}")?.description
        == #"line 2, column 7, a: The character "?" does not belong here."#)
    #expect(
      Self.error("\u{FEFF}{}")?.description
        == "line 1, column 1: A character outside ASCII does not belong here.")
  }
}

extension String {
  fileprivate func replacingSubrange(_ range: Range<String.Index>, _ new: String) -> String {
    self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
