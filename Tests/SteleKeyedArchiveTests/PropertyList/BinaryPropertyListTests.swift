import SteleKeyedArchive
import TestSupport
import Testing

/// Makes a binary property list of objects with references of one byte; the first is the top.
func binary(_ objects: [[UInt8]], top: UInt8 = 0, referenceByteCount: UInt8 = 1) -> [UInt8] {
  var bytes = Array("bplist00".utf8)
  var offsets: [UInt8] = []
  for object in objects {
    offsets += bytes.count.bigEndianBytes
    bytes += object
  }
  let table = bytes.count
  return bytes + offsets + [0, 0, 0, 0, 0, 0, 8, referenceByteCount]
    + objects.count.bigEndianBytes + Int(top).bigEndianBytes + table.bigEndianBytes
}

extension Int {
  var bigEndianBytes: [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}

private func error(_ bytes: [UInt8], limits: PropertyListLimits = .standard) -> PropertyListError? {
  thrown { try PropertyListGraph(parsing: bytes, limits: limits) }
}

/// The error of a list of objects with references of one byte.
private func refusal(_ objects: [UInt8]...) -> PropertyListError? { error(binary(objects)) }

private let eightOnes = [UInt8](repeating: 0xFF, count: 8)

private func one(_ object: [UInt8]) throws -> PropertyListGraph {
  try PropertyListGraph(parsing: binary([object]))
}

private func list(_ node: PropertyListGraph.Node) throws -> PropertyListGraph {
  try PropertyListGraph(nodes: [node], root: 0)
}

@Suite struct `Reading binary property lists` {
  @Test func `integers of 1, 2 and 4 bytes are unsigned, of 8 and 16 signed`() throws {
    #expect(try one([0x10, 0xFF]) == list(.integer(255)))
    #expect(try one([0x11, 0xFF, 0xFE]) == list(.integer(0xFFFE)))
    #expect(try one([0x12, 0xFF, 0xFF, 0xFF, 0xFE]) == list(.integer(0xFFFF_FFFE)))
    #expect(try one([0x13] + eightOnes) == list(.integer(-1)))
    #expect(
      try one([0x14] + [UInt8](repeating: 0, count: 8) + eightOnes)
        == list(.integer(Int128(UInt64.max))))
    #expect(try one([0x14, 0x80] + [UInt8](repeating: 0, count: 15)) == list(.integer(Int128.min)))
  }

  @Test func `scalars of each other type are read`() throws {
    #expect(try one([0x00]) == list(.null))
    #expect(try one([0x08]) == list(.bool(false)))
    #expect(try one([0x09]) == list(.bool(true)))
    #expect(try one([0x22, 0x3F, 0x80, 0, 0]) == list(.real32(1)))
    #expect(try one([0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]) == list(.real64(1)))
    #expect(try one([0x33, 0xBF, 0xF0, 0, 0, 0, 0, 0, 0]) == list(.date(-1)))
    #expect(try one([0x42, 7, 8]) == list(.data([7, 8])))
    #expect(try one([0x52, 0x68, 0x69]) == list(.string("hi")))
    #expect(try one([0x62, 0xD8, 0x3D, 0xDE, 0x00]) == list(.string("😀")))
    #expect(try one([0x80, 3]) == list(.uid(3)))
    #expect(try one([0x82, 1, 0, 0]) == list(.uid(65_536)))
    #expect(try one([0x88, 0] + eightOnes) == list(.uid(.max)))
    #expect(try one([0xC0]) == list(.set([])))
  }

  @Test func `a count of fifteen and more is an integer of its own`() throws {
    #expect(
      try one([0x4F, 0x10, 15] + [UInt8](repeating: 1, count: 15))
        == list(.data([UInt8](repeating: 1, count: 15))))
  }

  @Test func `shared objects stay shared`() throws {
    let list = try PropertyListGraph(parsing: binary([[0xA3, 1, 1, 1], [0x51, 0x61]]))
    #expect((list.nodes.count, list.unfoldedSize()) == (2, 7))
  }

  @Test func `markers that no object has are refused`() {
    for marker: UInt8 in [0x01, 0x07, 0x0A, 0x0F, 0x15, 0x20, 0x24, 0x32, 0x70, 0x90, 0xB0, 0xE0] {
      #expect(refusal([marker]) == PropertyListError(.unknownMarker(marker), at: 8))
    }
  }

  @Test func `an object that goes past the objects is refused`() {
    #expect(refusal([0x11, 1]) == PropertyListError(.truncated(needed: 2, available: 1), at: 9))
    #expect(
      refusal([0x4F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7))
        == PropertyListError(.truncated(needed: .max, available: 0), at: 18))
    #expect(
      refusal([0xDF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7))
        == PropertyListError(.truncated(needed: .max, available: 0), at: 18))
    #expect(
      refusal([0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF])
        == PropertyListError(.truncated(needed: 0x7FFF_FFFF, available: 0), at: 14))
    #expect(refusal([0xAF]) == PropertyListError(.truncated(needed: 2, available: 1), at: 8))
  }

  @Test func `a count that is no integer or too large is refused`() {
    #expect(refusal([0x4F, 0x14]) == PropertyListError(.countMarker(0x14), at: 9))
    #expect(refusal([0x4F, 0x13] + eightOnes) == PropertyListError(.countOutOfRange, at: 10))
  }

  @Test func `text that is not what its marker says is refused`() {
    #expect(refusal([0x52, 0x61, 0xE9]) == PropertyListError(.notASCII(0xE9), at: 10))
    #expect(
      refusal([0x62, 0, 0x61, 0xD8, 0x3D])
        == PropertyListError(.loneSurrogate(0xD83D), at: 11))
    #expect(
      refusal([0x62, 0xD8, 0x3D, 0, 0x61])
        == PropertyListError(.loneSurrogate(0xD83D), at: 9))
    #expect(refusal([0x61, 0xDE, 0x00]) == PropertyListError(.loneSurrogate(0xDE00), at: 9))
  }

  @Test func `a UID of more than 64 bits is refused`() {
    #expect(refusal([0x88, 1, 0, 0, 0, 0, 0, 0, 0, 0]) == PropertyListError(.uidOutOfRange, at: 8))
  }

  @Test func `a reference to no object is refused`() {
    #expect(
      refusal([0xA1, 1]) == PropertyListError(.referenceOutOfRange(1, objectCount: 1), at: 9))
    #expect(
      error(binary([[0xA1] + eightOnes], referenceByteCount: 8))
        == PropertyListError(.referenceOutOfRange(.max, objectCount: 1), at: 9))
  }

  @Test func `keys are strings, each once`() {
    #expect(refusal([0xD1, 1, 1], [0x10, 1]) == PropertyListError(.keyNotString, at: 9))
    #expect(
      refusal([0xD2, 1, 2, 1, 2], [0x51, 0x61], [0x51, 0x61])
        == PropertyListError(.duplicateKey("a"), at: 10))
    #expect(
      refusal([0xD2, 1, 1, 1, 1], [0x51, 0x61])
        == PropertyListError(.duplicateKey("a"), at: 10))
  }

  @Test func `keys that differ only in composition are two keys`() throws {
    let bytes = binary([[0xD2, 1, 2, 1, 2], [0x61, 0, 0xE9], [0x62, 0, 0x65, 3, 1]])
    let list = try PropertyListGraph(parsing: bytes)
    #expect(list.value(of: "\u{E9}", in: 0) == 1)
    #expect(list.value(of: "e\u{301}", in: 0) == 2)
    #expect(try PropertyListGraph(parsing: list.binaryBytes()).nodes.count == 3)
  }

  @Test func `cycles are refused where they close`() {
    #expect(refusal([0xA1, 0]) == PropertyListError(.cycle, at: 9))
    #expect(refusal([0xA1, 1], [0xA2, 2, 0], [0x09]) == PropertyListError(.cycle, at: 12))
    #expect(refusal([0xA0], [0xD1, 2, 1], [0x51, 0x61]) == PropertyListError(.cycle, at: 11))
  }

  @Test func `objects that share bytes are refused`() {
    var bytes = binary([[0x42, 1, 2], [0x09]])
    bytes[12 + 15] = 8  // the second object is the first again
    #expect(error(bytes) == PropertyListError(.objectsOverlap, at: 8))
  }

  @Test func `a trailer that does not fit the file is refused`() {
    let good = binary([[0x09]])
    let trailer = good.count - 32
    func with(_ offset: Int, _ value: [UInt8]) -> PropertyListError? {
      var bytes = good
      bytes.replaceSubrange((trailer + offset)..<(trailer + offset + value.count), with: value)
      return error(bytes)
    }
    #expect(with(6, [0]) == PropertyListError(.offsetByteCount(0), at: trailer + 6))
    #expect(with(6, [9]) == PropertyListError(.offsetByteCount(9), at: trailer + 6))
    #expect(with(7, [0]) == PropertyListError(.referenceByteCount(0), at: trailer + 7))
    #expect(with(7, [9]) == PropertyListError(.referenceByteCount(9), at: trailer + 7))
    #expect(with(8, eightOnes) == PropertyListError(.objectCount(.max), at: trailer + 8))
    #expect(with(8, 0.bigEndianBytes) == PropertyListError(.objectCount(0), at: trailer + 8))
    #expect(with(8, 2.bigEndianBytes) == PropertyListError(.objectCount(2), at: trailer + 8))
    #expect(
      with(16, 1.bigEndianBytes)
        == PropertyListError(.topObject(1, objectCount: 1), at: trailer + 16))
    #expect(with(24, eightOnes) == PropertyListError(.offsetTable(offset: .max), at: trailer + 24))
    #expect(
      with(24, 8.bigEndianBytes) == PropertyListError(.offsetTable(offset: 8), at: trailer + 24))
    #expect(
      with(-8, 9.bigEndianBytes) == PropertyListError(.objectOffset(9, end: 9), at: trailer - 8))
    #expect(
      with(-8, 7.bigEndianBytes) == PropertyListError(.objectOffset(7, end: 9), at: trailer - 8))
    #expect(
      error(Array(good.prefix(20)))
        == PropertyListError(.truncated(needed: 40, available: 20), at: 20))
  }

  @Test func `the limits are kept`() {
    var limits = PropertyListLimits(depth: 2)
    let deep = binary([[0xA1, 1], [0xA1, 2], [0xA0]])
    #expect(error(deep, limits: limits) == PropertyListError(.tooDeep(limit: 2), at: 8))
    limits.depth = 3
    #expect(error(deep, limits: limits) == nil)
    limits.nodeCount = 2
    #expect(
      error(deep, limits: limits)
        == PropertyListError(.tooManyNodes(limit: 2), at: deep.count - 24))
    limits.inputByteCount = 10
    #expect(
      error(deep, limits: limits)
        == PropertyListError(.inputTooLong(byteCount: deep.count, limit: 10), at: 10))
  }
}

@Suite struct `Writing binary property lists` {
  private func object(_ node: PropertyListGraph.Node) throws -> [UInt8] {
    let bytes = try list(node).binaryBytes()
    return Array(bytes[8..<(bytes.count - 33)])
  }

  @Test func `integers take as few bytes as CoreFoundation gives them`() throws {
    #expect(try object(.integer(0)) == [0x10, 0])
    #expect(try object(.integer(255)) == [0x10, 255])
    #expect(try object(.integer(256)) == [0x11, 1, 0])
    #expect(try object(.integer(65_536)) == [0x12, 0, 1, 0, 0])
    #expect(try object(.integer(1 << 32)) == [0x13, 0, 0, 0, 1, 0, 0, 0, 0])
    #expect(try object(.integer(-1)) == [0x13] + eightOnes)
    #expect(
      try object(.integer(1 << 63)) == [0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0])
    #expect(try object(.uid(65_536)) == [0x83, 0, 1, 0, 0])
  }

  @Test func `equal scalars are written once, told apart by type and bits`() throws {
    let nodes: [PropertyListGraph.Node] = [
      .array(Array(1...12)), .integer(1), .integer(1), .real64(1), .real32(1), .bool(true),
      .bool(true), .uid(1), .real64(0), .real64(-0.0), .string("é"), .string("e\u{301}"),
      .string("é"),
    ]
    let list = try PropertyListGraph(nodes: nodes, root: 0)
    let reread = try PropertyListGraph(parsing: list.binaryBytes())
    #expect(reread.nodes.count == 10)
    #expect(reread == list)
  }

  @Test func `a layout that repeats containers keeps to the budget`() throws {
    let list = try PropertyListGraph(parsing: HostileList.laughs(levels: 30))
    #expect(throws: PropertyListError(.unfoldsTooFar(limit: 1 << 28), at: 0)) {
      try list.binaryBytes(layout: .coreFoundation)
    }
    #expect(try PropertyListGraph(parsing: list.binaryBytes()) == list)
    #expect(throws: PropertyListError(.outputTooLong(limit: 20), at: 1)) {
      try list.binaryBytes(limits: PropertyListLimits(outputByteCount: 20))
    }
  }
}
