import Stele
import SteleInspection
import SteleVerifier
import TestSupport
import Testing

/// Input that would cost a careless reader time, memory or stack; each is large enough that
/// quadratic work would not end.
@Suite struct Bombing {
  private let count = Bombs.count

  /// Records what must not be, and gives the rule by which all refuse.
  private func rule(
    _ bytes: [UInt8], _ extent: Judgement.Extent = .everything,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ArchiveRule? {
    let judgement = Judgement(bytes, extent)
    for line in judgement.disagreements {
      Issue.record("\(line.prefix(300))", sourceLocation: sourceLocation)
    }
    return judgement.refusal?.rule
  }

  private static let hugeCounts: [[UInt8]] = [
    Wire.varint(UInt64(1) << 62), Wire.varint(UInt64(Int64.max)), Wire.varint(UInt64(1) << 32),
    Wire.varint(UInt64(100_000)),
  ]

  @Test(arguments: hugeCounts)
  func `a count that the bytes do not pay for is refused in every structure`(huge: [UInt8]) {
    let types: [[UInt8]] = [
      [0x0F], [0x10], [0x21, 0x01], [0x21, 0x02], [0x21, 0x05], [0x21, 0x0E], [0x21, 0x0F],
      [0x21, 0x14], [0x21, 0x21, 0x05], [0x22, 0x01], [0x22, 0x0F], [0x23, 0x01, 0x01],
    ]
    for type in types {
      #expect(rule(Bombs.root(type, huge)) == .countTooLarge, "\(type)")
      #expect(rule(Bombs.root([0x14], type + huge)) == .countTooLarge, "any of \(type)")
    }
    for type in ["CLAS", "ROOT", "WEAK", "mETa"] {
      #expect(rule(Bombs.payload(of: type, huge)) == .countTooLarge, "\(type)")
    }
    let entries: [[UInt8]] = [
      // Entries, keys, the name of a key, cases, keys of a case.
      [0] + huge, [1, 1, 1, 0x41, 1, 1, 0, 0] + huge, [1, 1, 1, 0x41, 1, 1, 0, 0, 1] + huge,
      [1, 1, 1, 0x41, 1, 1, 2, 0] + huge, [1, 1, 1, 0x41, 1, 1, 2, 0, 1, 1, 0x61, 1, 0] + huge,
    ]
    for entry in entries {
      #expect(rule(Bombs.payload(of: "CLAS", entry, count: 1)) == .countTooLarge, "\(entry)")
    }
    // Records, and the bytes of a record.
    #expect(rule(Bombs.payload(of: "OBJS", [1] + huge, count: 1)) == .countTooLarge)
    for type in ["ROOT", "mETa"] {
      #expect(rule(Bombs.payload(of: type, [1] + huge, count: 1)) == .countTooLarge, "\(type)")
    }
  }

  @Test func `descriptors that nest as deep as the archive is long are refused`() {
    for code: UInt8 in [0x20, 0x21, 0x22] {
      let nest = Array(repeating: code, count: count)
      #expect(rule(Bombs.root(nest + [0x01], [0])) == .descriptorNesting)
      #expect(rule(Bombs.root([0x14], nest + [0x01, 0])) == .descriptorNesting)
      let key = Wire.classEntry(name: 1, keys: [Wire.key("k", nest + [0x01])])
      #expect(rule(Bombs.classes(["A"], [key])) == .descriptorNesting)
    }
    let maps = Array(repeating: [0x23, 0x01] as [UInt8], count: count / 2).joined()
    #expect(rule(Bombs.root(maps + [0x01], [0])) == .descriptorNesting)
  }

  @Test func `values that nest as deep as the archive is long are refused`() {
    let nest = Array(Array(repeating: [0x21, 0x14, 1] as [UInt8], count: count / 3).joined())
    #expect(rule(Bombs.root([0x14], nest + [0x01, 0])) == .valueNesting)
    let optionals = Array(Array(repeating: [0x20, 0x14, 1] as [UInt8], count: count / 3).joined())
    #expect(rule(Bombs.root([0x14], optionals + [0x01, 0])) == .valueNesting)
  }

  @Test func `long superclass loops and chains are refused`() {
    let count = min(self.count, 100_000)
    let loop = (1...count).map { Wire.classEntry(name: 1, superclass: $0 % count + 1) }
    #expect(rule(Bombs.classes(["A"], loop)) == .superclassLoop)
    let intoLoop = (1...count).map { Wire.classEntry(name: 1, superclass: min($0 + 1, count)) }
    #expect(rule(Bombs.classes(["A"], intoLoop)) == .superclassLoop)
    let chain = (1...count).map { Wire.classEntry(name: 1, superclass: $0 - 1) }
    #expect(rule(Bombs.classes(["A"], chain)) == .superclassChain)
    let ahead = (1...count).map { Wire.classEntry(name: 1, superclass: $0 == count ? 0 : $0 + 1) }
    #expect(rule(Bombs.classes(["A"], ahead)) == .superclassChain)
    let comb = (1...count).map { Wire.classEntry(name: 1, superclass: $0 <= 256 ? $0 - 1 : 255) }
    #expect(rule(Bombs.classes(["A"], comb)) == nil)
  }

  @Test func `large sets and maps are examined in linear time`() {
    let integers = (0..<count).flatMap { number -> [UInt8] in Wire.varint(number) }
    let set = Wire.varint(count) + integers
    #expect(rule(Bombs.root([0x22, 0x09], set)) == nil)
    let again = Wire.varint(count + 1) + integers + [0]
    #expect(rule(Bombs.root([0x22, 0x09], again)) == .duplicateElement)
    let strings = (0..<count).flatMap { number -> [UInt8] in Wire.string(String(number)) }
    #expect(rule(Bombs.root([0x22, 0x0F], Wire.varint(count) + strings)) == nil)
    let pairs = (0..<count).flatMap { number -> [UInt8] in Wire.varint(number) + [0] }
    #expect(rule(Bombs.root([0x23, 0x09, 0x01], Wire.varint(count) + pairs)) == nil)
    let pairAgain = Wire.varint(count + 1) + pairs + [0, 0]
    #expect(rule(Bombs.root([0x23, 0x09, 0x01], pairAgain)) == .duplicateKey)
  }

  @Test func `names that are canonically equivalent do not collide`() {
    // Each of them is compared in normal form, which takes long by itself.
    let names = Bombs.equivalentNames(count: min(count / 2, 100_000))
    let strings = names.flatMap { name -> [UInt8] in Wire.string(name) }
    let counted = Wire.varint(names.count) + strings
    #expect(rule(Bombs.root([0x22, 0x0F], counted)) == nil)
    #expect(
      rule(
        Bombs.root(
          [0x23, 0x0F, 0x01],
          Wire.varint(names.count) + names.flatMap { name -> [UInt8] in Wire.string(name) + [0] }))
        == nil)
    #expect(rule(Bombs.classes(names, [])) == nil)
    let keys = names.map { Wire.key($0, [0x07]) }
    #expect(rule(Bombs.classes(["A"], [Wire.classEntry(name: 1, keys: keys)])) == nil)
    let cases = names.map { Wire.enumCase($0) }
    #expect(rule(Bombs.classes(["A"], [Wire.enumEntry(name: 1, cases: cases)])) == nil)
    for type in ["ROOT", "mETa"] {
      let items = names.flatMap { name -> [UInt8] in Wire.string(name) + [0x01, 0] }
      let payload = Wire.varint(names.count) + items
      #expect(rule(Bombs.payload(of: type, payload, count: names.count)) == nil)
    }
  }

  @Test func `many references in one list are checked in linear time`() {
    let list = Wire.varint(count) + Array(repeating: 1, count: count)
    #expect(rule(Bombs.root([0x21, 0x30, 0], list)) == .danglingReference)
    #expect(rule(Bombs.longNames(referenceCount: count, nameByteCount: 10)) == nil)
  }

  @Test func `the length of class names is not paid for with each reference`() {
    #expect(rule(Bombs.longNames(referenceCount: count, nameByteCount: 5 * count)) == nil)
  }

  @Test(arguments: [false, true])
  func `a long list of linked objects is read with little stack`(isBackward: Bool) throws {
    let bytes = Bombs.linkedList(count: 2 * count, isBackward: isBackward)
    let judgement = try onStack { Judgement(bytes, .everything) }
    #expect(judgement.refusal == nil)
    #expect(judgement.disagreements == [])
  }
}

extension Bombing {
  @Test func `recovery does not pay for names and gaps with each reference and chunk`() throws {
    let count = min(Bombs.count, 100_000)
    // A long key name in front of each of many lost references.
    let name = String(repeating: "n", count: count)
    var assembler = ChunkAssembler.withHead
    let key = Wire.key(name, [0x21, 0x30, 0])
    assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: [key])])
    let list = Wire.varint(count) + Array(repeating: 2, count: count)
    assembler.objects(records: [[1] + list])
    let report = ArchiveRecovery(assembler.finished()).report
    let notedCount = report.lostReferences.count
    #expect(notedCount + report.furtherLostReferenceCount == count)
    #expect(report.lostReferences.allSatisfy { $0.keyPath.utf8.count < 120 })
    #expect(
      report.lostReferences.last?.keyPath.hasSuffix("…(\(count) bytes)\"[\(notedCount - 1)]")
        == true)

    // Chunks that are damaged one by one, and an index that lists them all.
    var roots = ChunkAssembler()
    roots.head()
    for number in 0..<(count / 10) { roots.root(String(number), [0x01], [0]) }
    var bytes = roots.finished()
    for offset in roots.chunkOffsets.dropFirst() where offset % 3 == 0 {
      bytes[offset + 5] ^= 1
      bytes[offset + 24] ^= 1
    }
    let damaged = roots.chunkOffsets.dropFirst().filter { $0 % 3 == 0 }.count
    let recovery = ArchiveRecovery(bytes)
    #expect(recovery.report.lostRootCount == damaged)
    #expect(recovery.report.savedRootCount == count / 10 - damaged)
  }
}
