import Stele
import SteleKeyedArchive
import SteleModel
import TestSupport
import Testing

@Suite struct `Errors of keyed archives` {
  private func refuses(
    _ tree: Tree, _ reason: KeyedArchiveError.Reason, at place: String?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let list = try tree.list()
    #expect(throws: KeyedArchiveError(reason, at: place), sourceLocation: sourceLocation) {
      try ArchiveGraph(keyedArchive: list)
    }
  }

  @Test func `the outermost value has to be a dictionary with $objects and $top`() throws {
    try refuses([1], .notADictionary, at: nil)
    try refuses(["$top": [:]], .missingKey("$objects"), at: nil)
    try refuses(["$objects": []], .missingKey("$top"), at: nil)
    try refuses(["$objects": "x", "$top": [:]], .wrongKind(expected: .array), at: "$objects")
    try refuses(["$objects": [], "$top": []], .wrongKind(expected: .dictionary), at: "$top")
  }

  @Test func `the archiver has to be a string, the version an integer`() throws {
    try refuses(
      ["$objects": [], "$top": [:], "$archiver": 5], .wrongKind(expected: .string), at: "$archiver")
    try refuses(
      ["$objects": [], "$top": [:], "$version": "1"], .wrongKind(expected: .integer),
      at: "$version")
  }

  @Test func `a UID has to be that of an object, wherever it stands`() throws {
    let record: Tree = ["$classname": "C"]
    try refuses(
      .archive([record], top: ["root": .uid(2)]), .danglingUID(2, objectCount: 2), at: "$top.root")
    try refuses(
      .archive([["$class": .uid(2), "NS.objects": [.uid(0), .uid(.max)]], record]),
      .danglingUID(.max, objectCount: 3), at: "$objects[1].NS.objects[1]")
    try refuses(.archive([record], rest: [("more", [.uid(1)])]), .misplacedUID, at: "more[0]")
  }

  @Test func `a dictionary among the objects has to be a record or a class record`() throws {
    try refuses(.archive([["a": 1]]), .missingClass, at: "$objects[1]")
    try refuses(.archive([["$class": "C"]]), .wrongKind(expected: .uid), at: "$objects[1].$class")
    try refuses(.archive([["$class": .uid(0)]]), .notAClassRecord(0), at: "$objects[1].$class")
    try refuses(
      .archive([["$class": .uid(2)], "C"]), .notAClassRecord(2), at: "$objects[1].$class")
    try refuses(
      .archive([["$class": .uid(2)], ["$class": .uid(3)], ["$classname": "C"]]),
      .notAClassRecord(2), at: "$objects[1].$class")
    try refuses(
      .archive([["$classname": 5]]), .wrongKind(expected: .string), at: "$objects[1].$classname")
  }

  @Test func `a set has no element twice`() throws {
    try refuses(.archive([.set([1, 2, 1])]), .duplicateSetElement, at: "$objects[1][2]")
  }

  @Test func `an error in bytes has the offset of the value`() throws {
    let bytes = try Tree.archive([["$class": "C"]]).list().binaryBytes()
    #expect(
      throws: KeyedArchiveError(
        .wrongKind(expected: .uid), at: "$objects[1].$class", offset: bytes.firstIndex(of: 0x51))
    ) { try ArchiveGraph(keyedArchive: bytes) }
    let cause = PropertyListError(.unknownForm, at: 0)
    #expect(throws: KeyedArchiveError(.propertyList(cause))) {
      try ArchiveGraph(keyedArchive: [1, 2])
    }
  }

  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>$top</key><dict/>
      <key>$objects</key>
      <array>
        <string>$null</string>
        <dict>
          <key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
          <key>when</key>
          <array><true/><dict><key>CF$UID</key><integer>77</integer></dict></array>
        </dict>
        <dict><key>$classname</key><string>C</string></dict>
      </array>
    </dict>
    </plist>
    """

  private func error(_ bytes: [UInt8]) -> KeyedArchiveError? {
    thrown { try ArchiveGraph(keyedArchive: bytes) }
  }

  @Test func `an error in XML has the line and the offset of the value`() throws {
    let text = Self.xml
    let uid = Array("<dict><key>CF$UID</key><integer>77".utf8)
    let offset = try #require(Array(text.utf8).firstRange(of: uid)?.lowerBound)
    let found = try #require(error(Array(text.utf8)))
    #expect(
      found
        == KeyedArchiveError(
          .danglingUID(77, objectCount: 3), at: "$objects[1].when[1]", offset: offset))
    #expect(found.line == 11)
    #expect(
      found.description
        == "$objects[1].when[1]: UID 77, but there are 3 objects (line 11, byte \(offset))")

    // In UTF-16 the bytes are others, and the lines the same.
    let units = text.replacing("UTF-8", with: "UTF-16").utf16.flatMap {
      [UInt8($0 >> 8), UInt8($0 & 0xFF)]
    }
    let wide = try #require(error([0xFE, 0xFF] + units))
    #expect(wide.line == 11)
    #expect(wide.offset == 2 + 2 * (offset + 1))

    // An error about the whole has the line of the outermost value.
    var bare = Array(text.utf8)
    bare.removeSubrange(try #require(bare.firstRange(of: Array("<key>$top</key><dict/>".utf8))))
    #expect(error(bare)?.description.hasSuffix("(line 3, byte 61)") == true)
  }

  @Test func `what XML cannot hold is told by its place`() throws {
    var text = Array(Self.xml.utf8)
    let number = try #require(text.firstRange(of: Array("77".utf8)))
    text.replaceSubrange(number, with: Array("1".utf8))
    var graph = try ArchiveGraph(keyedArchive: text)
    func refuses(_ reason: PropertyListError.Reason, at place: String) {
      let error = #expect(throws: KeyedArchiveError.self) { try graph.keyedArchiveBytes(.xml) }
      #expect(error?.place == place)
      #expect(error?.description == "\(place): \(reason)")
    }
    var entries = graph.classes.entries
    entries[graph.objects[0].entry - 1].keys[1].type = .any
    graph.classes = ArchiveClassTable(entries)
    graph.objects[0].values[1] = .any(.string, .string("a\u{8}b"))
    refuses(.controlCharacterInXML(8), at: "$objects[1].when")
    graph.objects[0].values[1] = .any(
      .list(.any), .list([.any(.bool, .bool(true)), .any(.optional(.any), .nil)]))
    refuses(.nullInXML, at: "$objects[1].when[1]")
    graph.objects[0].values[1] = .any(.set(.bool), .set([.bool(true)]))
    refuses(.setInXML, at: "$objects[1].when")
  }

  @Test func `errors are sentences`() throws {
    #expect(
      KeyedArchiveError(.danglingUID(9, objectCount: 3), at: "$objects[2].a", offset: 70)
        .description == "$objects[2].a: UID 9, but there are 3 objects (byte 70)")
    #expect(
      KeyedArchiveError(.notADictionary).description
        == "the property list is not a dictionary, so it is no keyed archive")
  }
}

@Suite struct `Errors of graphs that become keyed archives` {
  private func graph() throws -> ArchiveGraph {
    try ArchiveGraph(
      keyedArchive: Tree.archive([
        ["$class": .uid(2), "a": [1, "x", .uid(0)], "d": ["k": 1]], ["$classname": "C"], "bare",
      ]).list())
  }

  private func refuses(
    _ reason: KeyedArchiveError.Reason, at place: String?,
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout ArchiveGraph) -> Void
  ) throws {
    var graph = try graph()
    change(&graph)
    #expect(throws: KeyedArchiveError(reason, at: place), sourceLocation: sourceLocation) {
      try PropertyListGraph(keyedArchiveFrom: graph)
    }
  }

  @Test func `a graph that was not taken over is refused`() throws {
    #expect(throws: KeyedArchiveError(.missingMetadata("$keys"))) {
      try PropertyListGraph(keyedArchiveFrom: ArchiveGraph())
    }
    try refuses(.missingMetadata("$version"), at: nil) { $0.metadata?.remove(at: 1) }
    try refuses(.missingKey("$top"), at: "$keys") {
      $0.metadata?[0].value = .list([.string("$objects")])
    }
  }

  @Test func `objects have entries that mean something, and a value for each key`() throws {
    try refuses(.wrongEntry(99), at: "$objects[1]") { $0.objects[0].entry = 99 }
    try refuses(.wrongEntry(4), at: "$objects[1]") { $0.objects[0].entry = 4 }
    try refuses(.valueCount(2, keyCount: 3), at: "$objects[1]") {
      $0.objects[0].values.removeLast()
    }
    try refuses(.reservedClassName("$odd"), at: "$objects[4]") {
      $0.objects.append(ArchiveObject(entry: $0.classes.define(.class("$odd")), values: []))
    }
  }

  @Test func `records have a class record`() throws {
    try refuses(.classReference, at: "$objects[1].$class") {
      $0.objects[0].values[0] = .reference(3)
    }
    try refuses(.classReference, at: "$objects[4]") {
      $0.objects.append(ArchiveObject(entry: $0.classes.define(.class("New")), values: []))
    }
  }

  @Test func `values have types that a keyed archive has`() throws {
    try refuses(.notRepresentable(.uuid), at: "$objects[1].a[1]") {
      $0.objects[0].values[1] = .list([.any(.int64, .integer(1)), .any(.uuid, .uuid(1))])
    }
    try refuses(.danglingReference(7, objectCount: 3), at: "$top.root") {
      $0.roots[0].value = .reference(7)
    }
    try refuses(.notRepresentable(.weakReference(to: nil)), at: "$top.root") {
      $0.roots[0].type = .weakReference(to: nil)
    }
    try refuses(.notRepresentable(.reference(to: nil)), at: "more") {
      $0.metadata?.append(ArchiveNamedValue("more", .reference(to: nil), .reference(1)))
    }
    try refuses(.wrongEntry(1), at: "$objects[1].d") {
      $0.objects[0].values[2] = .struct(1)
    }
  }
}
