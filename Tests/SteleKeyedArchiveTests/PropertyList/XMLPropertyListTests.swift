import Stele
import SteleKeyedArchive
import SteleModel
import TestSupport
import Testing

private func read(_ body: String) throws -> PropertyListGraph {
  try PropertyListGraph(parsing: Array("<plist>\(body)</plist>".utf8))
}

private func error(_ text: String) -> PropertyListError? { error(Array(text.utf8)) }

private func error(_ bytes: [UInt8]) -> PropertyListError? {
  thrown { try PropertyListGraph(parsing: bytes) }
}

private func list(_ nodes: PropertyListGraph.Node..., root: Int = 0) throws -> PropertyListGraph {
  try PropertyListGraph(nodes: nodes, root: root)
}

private func body(_ list: PropertyListGraph) throws -> String {
  let lines = String(decoding: try list.xmlBytes(), as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  return lines.dropFirst(3).dropLast(2).joined(separator: "\n")
}

@Suite struct `Reading XML property lists` {
  @Test(arguments: [
    ("<true/>", PropertyListGraph.Node.bool(true)),
    ("<false></false>", .bool(false)),
    ("<integer> -12 </integer>", .integer(-12)),
    ("<integer>+0x1F</integer>", .integer(31)),
    ("<integer>-170141183460469231731687303715884105728</integer>", .integer(.min)),
    ("<real>\n.5</real>", .real64(0.5)),
    ("<real>1e3</real>", .real64(1000)),
    ("<real>nan</real>", .real64(.nan)),
    ("<real>+Infinity</real>", .real64(.infinity)),
    ("<real>-inf</real>", .real64(-.infinity)),
    ("<date>2001-01-01T00:00:01Z</date>", .date(1)),
    ("<date>1970-01-01T00:00:00Z</date>", .date(-978_307_200)),
    ("<date>2024-02-29T12:00:00Z</date>", .date(730_900_800)),
    ("<date>0001-01-01T00:00:00Z</date>", .date(-63_113_904_000)),
    ("<data>\n\tAQ I=\n\t</data>", .data([1, 2])),
    ("<data>AQ==</data>", .data([1])),
    ("<data/>", .data([])),
    ("<string/>", .string("")),
    ("<string> a\r\n</string>", .string(" a\r\n")),
    ("<string>&lt;&gt;&amp;&apos;&quot;</string>", .string("<>&'\"")),
    ("<string>&#65;&#x1F600;</string>", .string("A😀")),
    ("<string>a<![CDATA[<b>&]]>c<!-- d -->e</string>", .string("a<b>&ce")),
    ("<array/>", .array([])), ("<array attribute='>'> <!-- nothing --> </array>", .array([])),
    ("<dict/>", .dictionary(keys: [], values: [])),
    ("<dict><key>CF$UID</key><integer>7</integer></dict>", .uid(7)),
  ])
  func `each value is read`(_ text: String, _ node: PropertyListGraph.Node) throws {
    #expect(try read(text) == list(node))
  }

  @Test func `a dictionary that is almost a UID stays one`() throws {
    let nodes: [PropertyListGraph.Node] = [
      .dictionary(keys: [1], values: [2]), .string("CF$UID"), .integer(-1),
    ]
    #expect(
      try read("<dict><key>CF$UID</key><integer>-1</integer></dict>")
        == PropertyListGraph(nodes: nodes, root: 0))
    let two = try read("<dict><key>CF$UID</key><integer>1</integer><key>a</key><true/></dict>")
    #expect(two.value(of: "a", in: two.root) != nil)
  }

  @Test(arguments: [
    "<true/>", "\n<?xml version='1.0'?>\n<true/>\n", "\u{FEFF}<plist><true/></plist>",
    "<?xml version=\"1.0\" encoding = 'utf-8' standalone='no'?><!-- a --><?b c?><true/>",
    "<!DOCTYPE plist SYSTEM \"file://a>b\"><plist version=\"0.9\"><true/></plist><!-- end -->",
    "<!DOCTYPE plist [<!ELEMENT plist (true)> <!-- ] --> <!ATTLIST plist version CDATA \"]>\">]>"
      + "<true/>",
  ])
  func `what surrounds the list is passed over`(_ text: String) throws {
    #expect(try PropertyListGraph(parsing: Array(text.utf8)) == list(.bool(true)))
  }

  @Test func `UTF-16 with a byte order mark is read, and errors are placed in it`() throws {
    func encode(_ text: String, bigEndian: Bool) -> [UInt8] {
      ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return bigEndian ? bytes : bytes.reversed()
      }
    }
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"
    for bigEndian in [true, false] {
      let bytes = encode(declaration + "<string>é😀</string>", bigEndian: bigEndian)
      #expect(try PropertyListGraph(parsing: bytes) == list(.string("é😀")))
    }
    #expect(
      error(encode("<string>😀é</oops>", bigEndian: false))
        == PropertyListError(.unmatchedEndTag("oops"), at: 2 + 2 * 11, line: 1))
  }

  @Test(
    arguments: [
      ("<plist>", .unexpectedEnd, 7),
      ("<plist>\n</plist>", .noValue, 8),
      ("<plist/>", .noValue, 0),
      ("<true/>x", .textAfterEnd, 7),
      ("<plist><true/><true/>", .misplacedElement("true"), 14),
      ("<plist><plist>", .misplacedElement("plist"), 7),
      ("<array>\n\nx</array>", .unexpectedText, 9),
      ("<array></dict>", .unmatchedEndTag("dict"), 7),
      ("</array>", .unmatchedEndTag("array"), 0),
      ("<array><key>a</key>", .misplacedElement("key"), 7),
      ("<set/>", .unknownElement("set"), 0),
      ("<string><b/></string>", .misplacedElement("b"), 8),
      ("<string>a</strong>", .unmatchedEndTag("strong"), 9),
      ("<string>a", .unexpectedEnd, 9),
      ("<string>&nbsp;</string>", .unknownEntity, 8),
      ("<string>&lt</string>", .malformedMarkup, 8),
      ("<string>&#xD800;</string>", .characterReference, 8),
      ("<string>&#0;</string>", .characterReference, 8),
      ("<string>&#1114112;</string>", .characterReference, 8),
      ("<string>&#+5;</string>", .characterReference, 8),
      ("<dict><true/></dict>", .valueWithoutKey, 6),
      ("<dict><key>a</key></dict>", .keyWithoutValue, 18),
      ("<dict><key>a</key><key>b</key>", .keyWithoutValue, 18),
      ("<dict><key>a</key><true/><key>a</key><true/></dict>", .duplicateKey("a"), 25),
      ("<integer/>", .malformedInteger, 10),
      ("<integer>1.0</integer>", .malformedInteger, 9),
      ("<integer>0x</integer>", .malformedInteger, 9),
      ("<integer>170141183460469231731687303715884105728</integer>", .integerOutOfRange, 9),
      ("<real>0x1p3</real>", .malformedReal, 6),
      ("<real></real>", .malformedReal, 6),
      ("<true>1</true>", .unexpectedText, 6),
      ("<date>2023-02-29T12:00:00Z</date>", .malformedDate, 6),
      ("<date>2023-02-28T24:00:00Z</date>", .malformedDate, 6),
      ("<date>2023-02-28</date>", .malformedDate, 6),
      ("<data>AQI</data>", .malformedBase64, 6),
      ("<data>A===</data>", .malformedBase64, 6),
      ("<data>AQ==AQ==</data>", .malformedBase64, 6),
      ("<data>A-==</data>", .malformedBase64, 6),
      ("<!DOCTYPE plist [<!ENTITY a \"b\">]><true/>", .documentType, 17),
      ("<?xml version='1.0' encoding='latin1'?><true/>", .unsupportedEncoding("latin1"), 30),
    ] as [(String, PropertyListError.Reason, Int)])
  func `what is wrong is refused at its place`(
    _ text: String, _ reason: PropertyListError.Reason, _ offset: Int
  ) {
    let line = text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    #expect(error(text) == PropertyListError(reason, at: offset, line: line))
  }

  @Test(arguments: ["", "{ a = b; }", "bplist15"])
  func `what is no property list of these forms is refused`(_ text: String) {
    #expect(error(text) == PropertyListError(.unknownForm, at: 0))
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for wrong: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xC3],
    ] {
      let bytes = Array("<string>".utf8) + wrong + Array("</string>".utf8)
      #expect(error(bytes) == PropertyListError(.notUTF8(wrong[0]), at: 8, line: 1))
    }
  }
}

@Suite struct `Writing XML property lists` {
  @Test func `reals have the fewest digits that read back`() throws {
    #expect(try body(list(.real64(0.1))) == "<real>0.1</real>")
    #expect(try body(list(.real32(0.1))) == "<real>0.10000000149011612</real>")
    #expect(try body(list(.real32(0.33))) == "<real>0.33000001311302185</real>")
    #expect(try body(list(.real32(0.5))) == "<real>0.5</real>")
    #expect(try body(list(.real32(-0.0))) == "<real>-0.0</real>")
    #expect(try body(list(.real64(3))) == "<real>3</real>")
    #expect(try body(list(.real64(-0.0))) == "<real>-0.0</real>")
    #expect(try body(list(.real64(.nan))) == "<real>nan</real>")
    #expect(try body(list(.real64(-.infinity))) == "<real>-infinity</real>")
    #expect(
      try body(list(.real64(.greatestFiniteMagnitude))) == "<real>1.7976931348623157e+308</real>")
  }

  @Test(arguments: Seeds.forTest(count: 1))
  func `reals of single precision come back as doubles of the same value`(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    for _ in 0..<2_000 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      guard value.isFinite else { continue }
      let back = try PropertyListGraph(parsing: list(.real32(value)).xmlBytes())
      #expect(try back == list(.real64(Double(value))), "\(value)")
    }
  }

  @Test func `dates are cut off to whole seconds towards the past`() throws {
    #expect(try body(list(.date(0.75))) == "<date>2001-01-01T00:00:00Z</date>")
    #expect(try body(list(.date(-0.25))) == "<date>2000-12-31T23:59:59Z</date>")
    #expect(try body(list(.date(64_092_124_800))) == "<date>4032-01-01T00:00:00Z</date>")
  }

  @Test func `each day of 400 years comes back`() throws {
    for day in -73_048..<73_049 {
      let seconds = Double(day * 86_400 + day & 0xFFFF)
      let text = try #require(CalendarDate.text(seconds))
      guard XMLDate.seconds(Array(text.utf8)) == seconds else {
        Issue.record("\(seconds) became \(text)")
        return
      }
    }
  }

  @Test func `text is escaped, and comes back`() throws {
    let text = "<a & b>\r\n\té\u{1F600}\u{FEFF}"
    #expect(
      try body(list(.string("<&>\r\"'"))) == "<string>&lt;&amp;&gt;&#13;\"'</string>")
    #expect(
      try PropertyListGraph(parsing: list(.string(text)).xmlBytes()) == list(.string(text)))
  }

  @Test func `data is wrapped at 76 columns`() throws {
    let data = [UInt8](repeating: 0, count: 58)
    #expect(
      try body(list(.data(data)))
        == "<data>\n" + String(repeating: "A", count: 76) + "\nAA==\n</data>")
    #expect(
      try body(list(.array([1]), .data(data)))
        == "<array>\n\t<data>\n\t" + String(repeating: "A", count: 68) + "\n\tAAAAAAAAAA==\n"
        + "\t</data>\n</array>")
    #expect(try body(list(.data([]))) == "<data>\n</data>")
  }

  @Test(arguments: [
    (PropertyListGraph.Node.null, PropertyListError.Reason.nullInXML), (.set([]), .setInXML),
    (.string("a\u{0}"), .controlCharacterInXML(0)),
    (.string("\u{1B}"), .controlCharacterInXML(0x1B)),
    (.date(.nan), .dateInXML),
    (.date(1e300), .dateInXML),
    (.date(-9.3e18), .dateInXML),
    (.date(252_423_993_600), .dateInXML),
  ])
  func `what XML cannot hold is refused`(
    _ node: PropertyListGraph.Node, _ reason: PropertyListError.Reason
  ) throws {
    #expect(throws: PropertyListError(reason, at: 0)) { try list(node).xmlBytes() }
  }

  @Test func `a dictionary that would read back as a UID is refused`() throws {
    let list = try list(.dictionary(keys: [1], values: [2]), .string("CF$UID"), .integer(1))
    #expect(throws: PropertyListError(.dictionaryLikeUID, at: 0)) { try list.xmlBytes() }
    #expect(try PropertyListGraph(parsing: list.binaryBytes()) == list)
  }
}
