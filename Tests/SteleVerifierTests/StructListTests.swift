import Stele
import SteleModel
import SteleVerifier
import TestSupport
import Testing

/// Lists of structs whose fields have a fixed size, which the verifier skips, and those that are almost like them.
@Suite struct `Uniform lists of structs` {
  /// An archive of one root, a list of struct S, which has some keys; offsets count from the value.
  ///
  /// Entry 2 is struct T with a uint8.
  private func sample(_ keys: [[UInt8]], _ value: [UInt8]) -> Sample {
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["S", "T"],
      entries: [
        Wire.structEntry(name: 1, keys: keys),
        Wire.structEntry(name: 2, keys: [Wire.key("t", [0x07])]),
      ])
    assembler.root("r", [0x21, 0x32, 1], value)
    return Sample(bytes: assembler.finished(), payloadOffset: assembler.lastPayloadOffset + 6)
  }

  /// Keys of types, whose names are letters.
  private func keys(_ types: [UInt8]...) -> [[UInt8]] {
    types.enumerated().map { Wire.key(String(UnicodeScalar(0x61 + UInt8($0))), $1) }
  }

  /// The finding of the codec, with its offset in the value.
  private func codecRefusal(_ sample: Sample) -> Refusal? {
    thrown(ArchiveError.self) { try ArchiveReader.check(sample.bytes) }
      .map { Refusal($0.rule, $0.offset - sample.payloadOffset) }
  }

  /// Expects one finding or none of both readers.
  private func expect(
    _ keys: [[UInt8]], _ value: [UInt8], _ refusal: Refusal?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let sample = sample(keys, value)
    #expect(
      sample.refusals() == (refusal.map { [$0] } ?? []), "\(value.prefix(64))",
      sourceLocation: sourceLocation)
    #expect(
      codecRefusal(sample) == refusal, "\(value.prefix(64))", sourceLocation: sourceLocation)
  }

  @Test func `each type of a fixed size allows any bytes`() {
    let sizes: [UInt8: Int] = [0x02: 1, 0x07: 1, 0x0C: 2, 0x0D: 4, 0x0E: 8, 0x11: 8, 0x12: 16]
    for (code, size) in sizes {
      let list = [3, 1] + Array(repeating: 0xFF as UInt8, count: 3 * size)
      expect(keys([code]), list, nil)
      expect(keys([code]), Array(list.dropLast()), Refusal(.truncated, 2 + 2 * size))
      expect(keys([code]), list + [0xFF], Refusal(.trailingBytes, list.count))
    }
  }

  @Test func `a list that is cut ends in the field that is cut`() {
    let keys = keys([0x07], [0x0E], [0x12])
    let fieldOffsets = [0, 1, 9, 25, 26, 34]
    expect(keys, [2, 1], Refusal(.countTooLarge, 0))
    for byteCount in 1..<50 {
      let field = fieldOffsets.last { $0 <= byteCount } ?? 0
      let list = [2, 1] + Array(repeating: 0xFF as UInt8, count: byteCount)
      expect(keys, list, Refusal(.truncated, 2 + field))
    }
    expect(keys, [2, 1] + Array(repeating: 0xFF, count: 50), nil)
  }

  @Test func `a bool or a varint keeps its rules behind fields of a fixed size`() {
    expect(keys([0x07], [0x01]), [2, 1, 7, 0, 7, 1], nil)
    expect(keys([0x07], [0x01]), [2, 1, 7, 0, 7, 2], Refusal(.flagByte, 5))
    expect(keys([0x01]), [3, 1, 0, 1, 0xFF], Refusal(.flagByte, 4))
    expect(keys([0x07], [0x08]), [2, 1, 7, 0x80, 1, 7, 5], nil)
    expect(keys([0x07], [0x08]), [2, 1, 7, 0x80, 1, 7, 0x80, 0], Refusal(.integerNotShortest, 6))
    expect(keys([0x0C], [0x0F]), [1, 1, 0, 0, 1, 0xFF], Refusal(.malformedString, 5))
    expect(keys([0x0C], [0x13]), [1, 1, 0, 0, 3], Refusal(.decimal, 4))
    expect(keys([0x0C], [0x15]), [1, 1, 0, 0], Refusal(.neverValue, 4))
  }

  @Test func `counts may be as large as the rest, and no larger`() {
    expect(keys([0x07]), [0], nil)
    expect(keys([0x07]), [0, 1], Refusal(.trailingBytes, 1))
    let byte = Array(repeating: 7 as UInt8, count: 100)
    expect(keys([0x07]), [100, 1] + byte, nil)
    expect(keys([0x07]), [101, 1] + byte, Refusal(.truncated, 102))
    expect(keys([0x07]), [102, 1] + byte, Refusal(.countTooLarge, 0))
    // The size of so many elements exceeds the rest, although their number does not.
    expect(keys([0x12]), [17, 1] + byte.prefix(16), Refusal(.truncated, 18))
    for count in [UInt64(Int.max) / 16 + 1, UInt64(Int.max)] {
      expect(keys([0x12]), Wire.varint(count) + [1] + byte, Refusal(.countTooLarge, 0))
    }
    // A struct with more keys than there are bytes.
    let many = (0..<300).map { Wire.key("k\($0)", [0x07]) }
    expect(many, [1, 1] + byte, Refusal(.truncated, 102))
    expect(many, [1, 1] + byte + byte + byte, nil)
  }

  @Test func `the key path leads to the field`() {
    let list = sample(keys([0x07], [0x0E]), [2, 1] + Array(repeating: 0, count: 12))
    #expect(Verifier().verify(list.bytes).findings.map(\.keyPath) == ["r[1].b"])
  }

  @Test func `random lists have the finding of the codec`() {
    let types: [[UInt8]] = [
      [0x07], [0x0C], [0x0D], [0x11], [0x12], [0x01], [0x08], [0x0F], [0x20, 0x07], [0x32, 2],
    ]
    for seed in Seeds.forTest(count: 300) {
      var random = RandomSource(seed: seed)
      let keys = (0..<random.count(upTo: 4)).map { number in
        Wire.key(
          "k\(number)", random.pick(random.isOne(in: 3) ? types : Array(types.prefix(5)), or: [1]),
          flags: random.isOne(in: 8) ? 1 : 0)
      }
      let rest = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...2, using: &random)
      }
      let sample = sample(keys, [UInt8.random(in: 0...12, using: &random), 1] + rest)
      #expect(sample.refusals().first == codecRefusal(sample), "seed \(seed)")
    }
  }
}

@Suite struct `Lists of strings and references` {
  private func findings(_ type: [UInt8], _ value: [UInt8]) -> [String] {
    let sample = Sample.root(type, value)
    return Verifier().verify(sample.bytes).findings.map {
      "\($0.rule.rawValue) \($0.offset - sample.payloadOffset) \($0.keyPath ?? "")"
    }
  }

  @Test func `the key path leads to each element with a finding`() {
    #expect(findings([0x21, 0x0F], [3, 1, 0x61, 1, 0xFF, 0]) == ["malformedString 4 r[1]"])
    #expect(findings([0x21, 0x0F], [2, 1, 0x61, 0x80]) == ["truncated 3 r[1]"])
    #expect(
      findings([0x21, 0x30, 1], [6, 1, 0, 2, 3, 4, 1]) == [
        "nilReference 2 r[1]", "wrongClass 4 r[3]", "danglingReference 5 r[4]",
      ])
    #expect(findings([0x21, 0x30, 1], [2, 1, 0x80]) == ["truncated 2 r[1]"])
    #expect(findings([0x21, 0x21, 0x30, 1], [2, 1, 1, 2, 1, 3]) == ["wrongClass 5 r[1][1]"])
  }

  @Test func `values after the list are read`() {
    #expect(Sample.root([0x21, 0x21, 0x0F], [3, 0, 1, 0, 2, 0, 0]).refusals() == [])
    #expect(
      Sample.root([0x21, 0x21, 0x0F], [2, 1, 0, 1, 0, 9]).refusals() == [
        Refusal(.trailingBytes, 5)
      ])
  }
}
