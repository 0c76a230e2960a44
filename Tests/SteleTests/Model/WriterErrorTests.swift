import Stele
import SteleModel
import TestSupport
import Testing

/// Content that cannot be written, with the whole error.
@Suite struct WriterErrorTests {
  /// A graph with a class `C` (entry 1), of which there is object 1, a struct `S` (2), an enum `E` (3) with a
  /// retired case, a class `D` without objects (4), and one root.
  private func graph(_ type: ArchiveTypeDescriptor, _ value: ArchiveValue) -> ArchiveGraph {
    var graph = ArchiveGraph()
    graph.classes.define(.class("C"))
    graph.classes.define(.struct("S", keys: [ArchiveKey("a", .bool)]))
    graph.classes.define(.enum("E", cases: [ArchiveCase("x"), ArchiveCase("y", isRetired: true)]))
    graph.classes.define(.class("D"))
    graph.add(ArchiveObject(entry: 1, values: []))
    graph.roots = [ArchiveNamedValue("r", type, value)]
    return graph
  }

  private static func structure(_ entry: Int, _ values: [ArchiveValue?]) -> ArchiveValue {
    .struct(ArchiveStructValue(entry: entry, values: values))
  }

  private static func enumeration(_ entry: Int, _ index: Int) -> ArchiveValue {
    .enum(ArchiveEnumValue(entry: entry, caseIndex: index, values: []))
  }

  private static func nested(_ count: Int) -> (ArchiveTypeDescriptor, ArchiveValue) {
    var value = ArchiveValue.any(.bool, .bool(true))
    for _ in 0..<count { value = .any(.list(.any), .list([value])) }
    return (.any, value)
  }

  typealias Refused = (ArchiveTypeDescriptor, ArchiveValue, ArchiveWritingError.Reason, String)

  @Test(
    arguments: [
      (.bool, .integer(1), .valueDoesNotMatch(.bool), "r"),
      (.bool, .nil, .valueDoesNotMatch(.bool), "r"),
      (.int8, .integer(128), .integerOutOfRange(.int8), "r"),
      (.int16, .integer(-32769), .integerOutOfRange(.int16), "r"),
      (.int32, .integer(1 << 31), .integerOutOfRange(.int32), "r"),
      (.int64, .integer(1 << 63), .integerOutOfRange(.int64), "r"),
      (.uint8, .unsigned(256), .integerOutOfRange(.uint8), "r"),
      (.uint16, .unsigned(1 << 16), .integerOutOfRange(.uint16), "r"),
      (.uint32, .unsigned(1 << 32), .integerOutOfRange(.uint32), "r"),
      (.uint64, .unsigned(1 << 64), .integerOutOfRange(.uint64), "r"),
      (.uint64, .integer(1), .valueDoesNotMatch(.uint64), "r"),
      (.date, .float64(1), .valueDoesNotMatch(.date), "r"),
      (.list(.int16), .list([.integer(1), .integer(1 << 15)]), .integerOutOfRange(.int16), "r[1]"),
      (.list(.uint16), .list([.unsigned(1 << 16)]), .integerOutOfRange(.uint16), "r[0]"),
      (.list(.int16), .list([.integer(1), .bool(true)]), .valueDoesNotMatch(.int16), "r[1]"),
      (.list(.bool), .list([.bool(true), .nil]), .valueDoesNotMatch(.bool), "r[1]"),
      (.list(.string), .list([.string(""), .nil]), .valueDoesNotMatch(.string), "r[1]"),
      (.list(.string), .set([]), .valueDoesNotMatch(.list(.string)), "r"),
      (.set(.bool), .set([.bool(true), .bool(true)]), .breaks(.duplicateElement), "r[1]"),
      (
        .map(key: .string, value: .list(.string)),
        .map([
          ArchiveMapPair(key: .string("a"), value: .list([])),
          ArchiveMapPair(key: .string("a"), value: .list([])),
        ]), .breaks(.duplicateKey), "r[1].key"
      ),
      (
        .map(key: .string, value: .list(.string)),
        .map([ArchiveMapPair(key: .string("a"), value: .list([.nil]))]),
        .valueDoesNotMatch(.string), "r[0].value[0]"
      ),
      (
        .map(key: .string, value: .bool), .map([ArchiveMapPair(key: .nil, value: .nil)]),
        .valueDoesNotMatch(.string), "r[0].key"
      ),
      (
        .decimal, .decimal(.number(isNegative: true, mantissa: 0, exponent: 0)), .breaks(.decimal),
        "r"
      ),
      (.any, .any(.any, .any(.bool, .bool(true))), .breaks(.anyInAny), "r"),
      (.never, .nil, .breaks(.neverValue), "r"),
      (.list(.never), .list([.nil]), .breaks(.neverValue), "r[0]"),
      (.optional(.never), .some(.bool(true)), .breaks(.neverValue), "r"),
      (.set(.weakReference(to: nil)), .set([.nil]), .breaks(.weakInKey), "r[0]"),
      (
        .map(key: .list(.weakReference(to: nil)), value: .bool),
        .map([ArchiveMapPair(key: .list([.reference(1)]), value: .bool(true))]),
        .breaks(.weakInKey), "r[0].key[0]"
      ),
      (.any, .bool(true), .valueDoesNotMatch(.any), "r"),
      (.any, .any(.struct(""), .nil), .breaks(.emptyName), ""),
      (.reference(to: nil), .nil, .breaks(.nilReference), "r"),
      (.reference(to: nil), .reference(0), .breaks(.nilReference), "r"),
      (.optional(.reference(to: nil)), .reference(0), .breaks(.nilReference), "r"),
      (
        .optional(.reference(to: nil)), .some(.reference(1)),
        .valueDoesNotMatch(.optional(.reference(to: nil))), "r"
      ),
      (.reference(to: nil), .reference(2), .breaks(.danglingReference), "r"),
      (.weakReference(to: nil), .reference(2), .breaks(.danglingReference), "r"),
      (.weakReference(to: nil), .reference(-1), .breaks(.weakSlot), "r"),
      (.weakReference(to: nil), .reference(.min), .breaks(.weakSlot), "r"),
      (.reference(to: "D"), .reference(1), .breaks(.wrongClass), "r"),
      (.weakReference(to: "X"), .reference(1), .breaks(.wrongClass), "r"),
      (.struct("S"), structure(0, []), .breaks(.undefinedEntry), "r"),
      (.struct("S"), structure(5, []), .breaks(.undefinedEntry), "r"),
      (.struct("S"), structure(.min, []), .breaks(.undefinedEntry), "r"),
      (.enum("E"), enumeration(.min, .min), .breaks(.undefinedEntry), "r"),
      (.enum("E"), enumeration(3, .min), .breaks(.caseIndex), "r"),
      (.reference(to: nil), .reference(.min), .breaks(.nilReference), "r"),
      (.struct("S"), structure(3, []), .breaks(.valueKind), "r"),
      (.struct("T"), structure(2, []), .breaks(.valueClass), "r"),
      (.struct("S"), structure(2, []), .valueCount(expected: 1, found: 0), "r"),
      (.struct("S"), structure(2, [nil]), .missingValue, "r.a"),
      (.struct("S"), structure(2, [.nil]), .valueDoesNotMatch(.bool), "r.a"),
      (
        .list(.struct("S")), .list([structure(2, [.bool(true)]), .nil]),
        .valueDoesNotMatch(.struct("S")), "r[1]"
      ),
      (.enum("E"), enumeration(2, 0), .breaks(.valueKind), "r"),
      (.enum("E"), enumeration(3, 1), .breaks(.caseIndex), "r"),
      (.enum("E"), enumeration(3, 2), .breaks(.caseIndex), "r"),
      (.enum("E"), enumeration(3, -1), .breaks(.caseIndex), "r"),
    ] as [Refused])
  func `a value that no archive may hold is refused`(
    type: ArchiveTypeDescriptor, value: ArchiveValue, reason: ArchiveWritingError.Reason,
    path: String
  ) throws {
    #expect(throws: ArchiveWritingError(reason, keyPath: path)) { try graph(type, value).encoded() }
  }

  @Test func `an error in an object names it, its class and key`() throws {
    var graph = ArchiveGraph()
    let c = graph.classes.define(.class("C", keys: [ArchiveKey("a", .bool)]))
    let d = graph.classes.define(
      .class("D", superclass: c, keys: [ArchiveKey("list", .list(.reference(to: "D")))]))
    graph.add(ArchiveObject(entry: d, values: [.bool(true), .list([])]))
    graph.add(ArchiveObject(entry: c, values: [.bool(true)]))
    graph.add(
      ArchiveObject(entry: d, values: [.bool(true), .list([.reference(1), .reference(2)])]))
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), object: 3, keyPath: "D.list[1]")) {
      try graph.encoded()
    }
    graph.objects[2].values = [.bool(true)]
    #expect(
      throws: ArchiveWritingError(.valueCount(expected: 2, found: 1), object: 3, keyPath: "D")
    ) {
      try graph.encoded()
    }
    graph.objects[2] = ArchiveObject(entry: 7, values: [])
    #expect(throws: ArchiveWritingError(.breaks(.undefinedEntry), object: 3)) {
      try graph.encoded()
    }
    graph.objects[2] = ArchiveObject(entry: .min, values: [])
    #expect(throws: ArchiveWritingError(.breaks(.undefinedEntry), object: 3)) {
      try graph.encoded()
    }
    graph.objects[2] = ArchiveObject(entry: graph.classes.define(.struct("S")), values: [])
    #expect(throws: ArchiveWritingError(.breaks(.recordKind), object: 3, keyPath: "S")) {
      try graph.encoded()
    }
  }

  @Test func `values nest 512 deep and no deeper`() throws {
    // Each step has an any and a list; the innermost any holds a bool.
    let (type, fits) = Self.nested(255)
    _ = try verified(graph(type, fits).encoded())
    let (_, tooDeep) = Self.nested(256)
    #expect(
      throws: ArchiveWritingError(
        .breaks(.valueNesting), keyPath: "r" + String(repeating: "[0]", count: 256))
    ) { try graph(type, tooDeep).encoded() }
  }

  @Test func `references may stand below the deepest value`() throws {
    var value = ArchiveValue.any(.list(.reference(to: nil)), .list([.reference(1)]))
    for _ in 0..<255 { value = .any(.list(.any), .list([value])) }
    _ = try verified(graph(.any, value).encoded())
  }

  @Test func `type descriptors nest 64 deep and no deeper`() throws {
    var type = ArchiveTypeDescriptor.bool
    for _ in 0..<63 { type = .optional(type) }
    _ = try verified(graph(type, .nil).encoded())
    #expect(throws: ArchiveWritingError(.breaks(.descriptorNesting), keyPath: "r")) {
      try graph(.optional(type), .nil).encoded()
    }
    #expect(throws: ArchiveWritingError(.breaks(.descriptorNesting), keyPath: "r")) {
      try graph(.any, .any(.optional(type), .nil)).encoded()
    }
  }

  @Test(arguments: [
    (ArchiveTypeDescriptor.reference(to: nil), ArchiveValue.reference(1)),
    (.list(.weakReference(to: nil)), .list([])), (.optional(.struct("S")), .nil),
    (.any, .any(.map(key: .bool, value: .enum("E")), .map([]))),
  ])
  func `metadata has no references, structs and enums`(
    type: ArchiveTypeDescriptor, value: ArchiveValue
  ) throws {
    var graph = graph(.bool, .bool(true))
    graph.metadata = [ArchiveNamedValue("m", type, value)]
    #expect(throws: ArchiveWritingError(.breaks(.metadataType), keyPath: "metadata.m")) {
      try graph.encoded()
    }
  }

  @Test func `names of roots and of metadata are different by their bytes`() throws {
    let composed = ArchiveNamedValue("\u{E9}", .bool, .bool(true))
    let decomposed = ArchiveNamedValue("e\u{301}", .bool, .bool(true))
    var graph = ArchiveGraph()
    graph.roots = [composed, decomposed]
    graph.metadata = [composed, decomposed]
    _ = try verified(graph.encoded())
    graph.metadata = [composed, composed]
    #expect(throws: ArchiveWritingError(.breaks(.duplicateMetadata), keyPath: "metadata.\u{E9}")) {
      try graph.encoded()
    }
    graph.roots = [decomposed, decomposed]
    #expect(throws: ArchiveWritingError(.breaks(.duplicateRoot), keyPath: "\"e\u{301}\"")) {
      try graph.encoded()
    }
  }

  @Test(arguments: [
    ("mETa", ArchiveRule.repeatedChunk), ("ROOT", .repeatedChunk), ("XPRa", .unknownCriticalChunk),
    ("xPra", .chunkType),
  ])
  func `only unknown ancillary chunks are copied`(letters: String, rule: ArchiveRule) throws {
    var graph = ArchiveGraph()
    let code = Array(letters.utf8).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    graph.unknownChunks = [ArchiveUnknownChunk(type: ArchiveChunkType(code: code), payload: [])]
    #expect(throws: ArchiveWritingError(.breaks(rule), keyPath: letters)) { try graph.encoded() }
  }

  @Test func `an error says what is wrong and where`() {
    let error = ArchiveWritingError(.breaks(.wrongClass), object: 3, keyPath: "D.list[1]")
    #expect(
      error.description
        == "Cannot write objects[3].D.list[1]: a reference points at an object of another class (rule R6)."
    )
    #expect(
      ArchiveWritingError(.missingValue).description
        == "Cannot write the archive: a required key has no value.")
  }
}
