import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Class table` {
  @Test func `counts are payable`() {
    #expect(Sample.classes([0, 0], entryCount: 0).refusals() == [])
    #expect(Sample.classes([2, 0], entryCount: 0).refusals() == [Refusal(.countTooLarge, 0)])
    #expect(Sample.classes([0, 1], entryCount: 1).refusals() == [Refusal(.countTooLarge, 1)])
    #expect(Sample.classes([], entryCount: 0).refusals() == [Refusal(.truncated, 0)])
    #expect(Sample.classes([0, 0, 0], entryCount: 0).refusals() == [Refusal(.trailingBytes, 2)])
  }

  @Test func `names are not empty and differ`() {
    #expect(Sample.entries(names: ["A", "B"], []).refusals() == [])
    #expect(Sample.entries(names: ["A", ""], []).refusals() == [Refusal(.emptyName, 4)])
    #expect(Sample.entries(names: ["A", "B", "A"], []).refusals() == [Refusal(.duplicateName, 6)])
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: ["A"])
    assembler.classes(names: ["A"])
    #expect(
      refusals(assembler.finished()) == [Refusal(.duplicateName, assembler.lastPayloadOffset + 2)])
  }

  /// Entries begin at 8.
  @Test func `entries keep their rules`() {
    let good = Wire.classEntry(name: 1)
    expect([good], nil)
    expect([Wire.classEntry(name: 0)], Refusal(.entryName, 8))
    expect([Wire.classEntry(name: 4)], Refusal(.entryName, 8))
    expect([Wire.classEntry(name: 1, version: 0)], Refusal(.classVersion, 9))
    expect([[1, 1, 3, 0, 0]], Refusal(.kind, 10))
    expect([Wire.classEntry(name: 1, superclass: 2)], Refusal(.superclass, 11))
    expect([Wire.classEntry(name: 1, superclass: 2), good], nil)
    expect([[1, 1, 1, 1, 0]], Refusal(.superclass, 11))
    expect([[1, 1, 2, 1, 0]], Refusal(.superclass, 11))
    expect(
      [Wire.classEntry(name: 1, superclass: 2), Wire.structEntry(name: 2)],
      Refusal(.superclass, 11))
    expect([[1, 1, 0, 0, 1]], Refusal(.countTooLarge, 12))
    expect([[1, 1, 0]], Refusal(.truncated, 11))
  }

  @Test func `chains end, within the limit`() {
    expect([Wire.classEntry(name: 1, superclass: 1)], Refusal(.superclassLoop, 11))
    let loop = Sample.entries([
      Wire.classEntry(name: 1), Wire.classEntry(name: 2, superclass: 3),
      Wire.classEntry(name: 3, superclass: 4), Wire.classEntry(name: 3, superclass: 3),
    ])
    #expect(loop.refusals() == [16, 21, 26].map { Refusal(.superclassLoop, $0) })
    for (count, found) in [(256, []), (257, [Refusal(.superclassChain, 11)])] {
      // The first entry has the longest chain.
      let entries = (1...count).map {
        Wire.classEntry(name: 1, superclass: $0 == count ? 0 : $0 + 1)
      }
      let sample = Sample.entries(entries)
      let shift = Wire.varint(count).count - 1
      #expect(sample.refusals() == found.map { Refusal($0.rule, $0.offset + shift) })
    }
    let two = Sample.entries([Wire.classEntry(name: 1), Wire.classEntry(name: 1, superclass: 1)])
    #expect(two.refusals(limits: .init(superclassChain: 1)) == [Refusal(.superclassChain, 16)])
  }

  /// Keys of the first entry begin at 13.
  @Test func `keys keep their rules`() {
    func keys(_ keys: [UInt8]...) -> [[UInt8]] { [Wire.classEntry(name: 1, keys: keys)] }
    expect(keys(Wire.key("a", [0x01]), Wire.key("b", [0x01])), nil)
    expect(keys(Wire.key("a", [0x01]), Wire.key("a", [0x01])), Refusal(.duplicateKeyName, 18))
    expect(keys(Wire.key("a", [0x01], since: 0)), Refusal(.since, 16))
    expect(keys(Wire.key("a", [0x01], since: 2)), Refusal(.since, 16))
    expect(keys(Wire.key("a", [0x01], flags: 3)), Refusal(.flags, 17))
    expect(keys(Wire.key("a", [0x15])), nil)
    expect(keys(Wire.key("a", [0x16])), Refusal(.unknownType, 15))
    expect(keys(Wire.key("a", [0x30, 4])), Refusal(.undefinedName, 16))
    expect(keys(Wire.key("a", [0x23, 0x01, 0x33, 0])), Refusal(.undefinedName, 18))
    expect(keys(Wire.key("a", [0x31, 0])), nil)
    expect(
      keys(Wire.key("a", Array(repeating: 0x21, count: 64) + [0x01])),
      Refusal(.descriptorNesting, 79))
    expect(keys(Wire.key("a", Array(repeating: 0x21, count: 63) + [0x01])), nil)
  }

  @Test func `cases keep their rules`() {
    func cases(_ cases: [UInt8]...) -> [[UInt8]] { [Wire.enumEntry(name: 1, cases: cases)] }
    expect(cases(Wire.enumCase("a"), Wire.enumCase("b", flags: 2)), nil)
    expect(cases(Wire.enumCase("a"), Wire.enumCase("a")), Refusal(.duplicateCaseName, 18))
    expect(cases(Wire.enumCase("a", flags: 1)), Refusal(.flags, 16))
    expect(cases(Wire.enumCase("a", since: 2)), Refusal(.since, 15))
    expect(
      cases(Wire.enumCase("a", keys: [Wire.key("k", [1]), Wire.key("k", [1])])),
      Refusal(.duplicateKeyName, 23))
    expect(
      cases(
        Wire.enumCase("a", keys: [Wire.key("k", [1])]),
        Wire.enumCase("b", keys: [Wire.key("k", [1])])), nil)
  }

  @Test func `a retired key may come back with another type`() {
    func entry(_ version: Int, _ type: UInt8, flags: UInt8 = 0) -> [UInt8] {
      Wire.classEntry(name: 1, version: version, keys: [Wire.key("a", [type], flags: flags)])
    }
    expect([entry(2, 1, flags: 2), entry(2, 2), entry(3, 2, flags: 2)], nil)
  }

  @Test func `entries are those of earlier chunks`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
    assembler.objects(records: [[2]])
    let offset = assembler.lastPayloadOffset
    assembler.classes(names: ["B"], entries: [Wire.classEntry(name: 2, superclass: 1)])
    assembler.objects(first: 2, records: [[2]])
    #expect(refusals(assembler.finished()) == [Refusal(.undefinedEntry, offset + 3)])
    assembler = ChunkAssembler()
    assembler.head()
    assembler.root("root", [0x30, 1], [1])
    #expect(
      refusals(assembler.finished()) == [Refusal(.undefinedName, assembler.lastPayloadOffset + 7)])
  }

  private func expect(
    _ entries: [[UInt8]], _ refusal: Refusal?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Sample.entries(entries).refusals()
    #expect(found == (refusal.map { [$0] } ?? []), sourceLocation: sourceLocation)
  }
}
