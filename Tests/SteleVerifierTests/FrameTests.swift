import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Frames, head and index` {
  private let signature = ChunkAssembler.signature

  /// An archive without objects: a head at 8 (32 bytes with padding) and an index at 40.
  private func archive(_ change: (inout ChunkAssembler) -> Void = { _ in }) -> [UInt8] {
    var assembler = ChunkAssembler.withHead
    change(&assembler)
    return assembler.finished()
  }

  @Test func `an archive without objects is valid`() {
    let result = Verifier().verify(archive())
    #expect(result.isValid)
    #expect(result.statistics.chunkCount == 2)
    #expect(result.statistics.byteCount == 104)
    #expect(result.statistics.documentType == "")
    #expect(result.statistics.fingerprint == 0x84E7_1F3B_B971_5D48)
    #expect(result.statistics.unreachableObjectCount == 0)
    #expect(!result.statistics.truncatedFindings)
  }

  @Test func `signatures stand at both ends`() {
    let bytes = archive()
    #expect(refusals([]) == [Refusal(.signature, 0)])
    #expect(refusals(Array(bytes.prefix(7))) == [Refusal(.signature, 0)])
    #expect(refusals(Array(bytes.prefix(8))) == [Refusal(.closingSignature, 8)])
    #expect(refusals(Array(bytes.prefix(15))) == [Refusal(.closingSignature, 8)])
    #expect(refusals(Array(bytes.prefix(103)) + [0x0D]) == [Refusal(.closingSignature, 96)])
    #expect(refusals(bytes.map { $0 & 0x7F }) == [Refusal(.signature, 0)])
  }

  @Test func `there must be chunks, whole ones`() {
    #expect(refusals(signature + signature) == [Refusal(.headChunk, 8)])
    #expect(refusals(signature + [0] + signature) == [Refusal(.truncated, 8)])
    let bytes = archive().prefix(96) + [UInt8](repeating: 0, count: 23) + signature
    #expect(refusals(Array(bytes)) == [Refusal(.truncated, 96)])
  }

  @Test func `bytes after the end are reported with the end`() {
    let bytes = archive()
    let message = "An archive ends at byte 104, and something follows."
    let more: [(bytes: [UInt8], Refusal)] = [
      ([10], Refusal(.closingSignature, 97)), (bytes, Refusal(.headerCheck, 96)),
      (signature, Refusal(.truncated, 96)),
      (Array(repeating: 0, count: 99), Refusal(.closingSignature, 195)),
      (Array(bytes.suffix(40)), Refusal(.headerCheck, 96)),
    ]
    for (rest, refusal) in more {
      #expect(refusals(bytes + rest).first == refusal)
      #expect(Verifier().verify(bytes + rest).findings.first?.message == message)
    }
  }

  @Test func `every change of one bit is found`() {
    let bytes = archive()
    for offset in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[offset] ^= 1 << bit
        #expect(!refusals(changed).isEmpty, "byte \(offset), bit \(bit)")
      }
    }
  }

  @Test func `checks and padding must be right`() {
    #expect(
      refusals(archive { $0.chunk("abCd", payload: [1], headerCheck: 7) })
        == [Refusal(.headerCheck, 40)])
    #expect(
      refusals(archive { $0.chunk("abCd", payload: [1], payloadCheck: 7) })
        == [Refusal(.payloadCheck, 56)])
    #expect(
      refusals(archive { $0.chunk("abCd", payload: [1], padding: [0, 0, 0, 9, 0, 0, 9]) })
        == [Refusal(.padding, 68)])
    #expect(refusals(archive { $0.chunk("abCd", payload: [1]) }).isEmpty)
  }

  @Test func `types are letters, and the critical ones known`() {
    #expect(refusals(archive { $0.chunk("ab1d", payload: []) }) == [Refusal(.chunkType, 42)])
    #expect(refusals(archive { $0.chunk("abcd", payload: []) }) == [Refusal(.chunkType, 42)])
    #expect(refusals(archive { $0.chunk("@bCd", payload: []) }) == [Refusal(.chunkType, 40)])
    #expect(refusals(archive { $0.chunk("[BCD", payload: []) }) == [Refusal(.chunkType, 40)])
    #expect(
      refusals(archive { $0.chunk("ABCD", payload: []) }) == [Refusal(.unknownCriticalChunk, 40)])
    #expect(refusals(archive { $0.chunk("aBCD", payload: []) }).isEmpty)
  }

  @Test func `lengths end before the closing signature`() {
    var assembler = ChunkAssembler.withHead
    assembler.chunk("INDX", payload: [1, 2, 3, 4, 5, 6, 7, 8], byteCount: 9)
    #expect(refusals(assembler.finished(withIndex: false)) == [Refusal(.chunkTooLong, 48)])
    assembler = ChunkAssembler()
    assembler.chunk("HEAD", payload: [], byteCount: .max)
    #expect(refusals(assembler.finished(withIndex: false)) == [Refusal(.chunkTooLong, 16)])
    // The payload fits, its padding does not.
    assembler = ChunkAssembler()
    assembler.chunk("HEAD", payload: [1, 0, 0, 0], padding: [])
    #expect(refusals(assembler.finished(withIndex: false)) == [Refusal(.chunkTooLong, 16)])
  }

  @Test func `head and index stand at their places`() {
    var assembler = ChunkAssembler()
    assembler.classes(names: [])
    #expect(refusals(assembler.finished()) == [Refusal(.headChunk, 8)])
    #expect(refusals(archive { $0.head() }) == [Refusal(.headChunk, 40)])
    assembler = ChunkAssembler()
    assembler.head()
    #expect(refusals(assembler.finished(withIndex: false)) == [Refusal(.indexChunk, 40)])
    assembler.chunk("INDX", payload: Wire.u64(40))
    assembler.chunk("abCd", payload: [])
    #expect(refusals(assembler.finished(withIndex: false)) == [Refusal(.indexChunk, 72)])
  }

  @Test func `weak slots and metadata stand once`() {
    let weak = archive {
      $0.weak([])
      $0.weak([])
    }
    #expect(refusals(weak) == [Refusal(.repeatedChunk, 72)])
    let metadata = archive {
      $0.metadata([])
      $0.metadata([])
    }
    #expect(refusals(metadata) == [Refusal(.repeatedChunk, 72)])
  }

  @Test func `the head has two versions and two strings`() {
    func head(_ payload: [UInt8]) -> [UInt8] {
      var assembler = ChunkAssembler()
      assembler.chunk("HEAD", payload: payload)
      return assembler.finished()
    }
    #expect(refusals(head([1, 0, 1, 0x61, 0])).isEmpty)
    #expect(refusals(head([1, 0, 0, 1, 0x61])).isEmpty)
    #expect(refusals(head([0x81, 0])) == [Refusal(.integerNotShortest, 32)])
    #expect(refusals(head([])) == [Refusal(.truncated, 32)])
    #expect(refusals(head([1])) == [Refusal(.truncated, 33)])
    #expect(refusals(head([1, 0])) == [Refusal(.truncated, 34)])
    #expect(refusals(head([1, 0, 2, 0x61])) == [Refusal(.countTooLarge, 34)])
    #expect(refusals(head([1, 0, 1, 0xFF])) == [Refusal(.malformedString, 35)])
    #expect(refusals(head([1, 0, 0])) == [Refusal(.truncated, 35)])
    #expect(refusals(head([1, 0, 0, 2, 0x61])) == [Refusal(.countTooLarge, 35)])
    #expect(refusals(head([1, 0, 0, 1, 0xFF])) == [Refusal(.malformedString, 36)])
    #expect(refusals(head([1, 0, 0, 0, 0])) == [Refusal(.trailingBytes, 36)])
  }

  @Test func `another version is found first, if the head is whole`() throws {
    func head(_ payload: [UInt8], payloadCheck: UInt64? = nil) -> [UInt8] {
      var assembler = ChunkAssembler()
      assembler.chunk("HEAD", payload: payload, payloadCheck: payloadCheck)
      return assembler.finished()
    }
    #expect(refusals(head([2])) == [Refusal(.version, 32)])
    #expect(refusals(head([0, 0])) == [Refusal(.version, 32)])
    #expect(refusals(head([1, 1, 0, 0])) == [Refusal(.version, 33)])
    #expect(refusals(head([1, 0x80, 0])) == [Refusal(.integerNotShortest, 33)])
    // Cut anywhere behind the payload, or with anything in place of the other chunks.
    let bytes = head([1, 3, 0xFF])
    for count in 35..<bytes.count {
      #expect(refusals(Array(bytes.prefix(count))) == [Refusal(.version, 33)])
    }
    #expect(refusals(Array(bytes.prefix(34))) == [Refusal(.closingSignature, 26)])
    // A bit of the payload is wrong: nothing is known about the version.
    #expect(refusals(head([1, 64, 0, 0], payloadCheck: 1)).first == Refusal(.payloadCheck, 24))
    let finding = try #require(Verifier().verify(head([1, 3])).findings.first)
    #expect(
      finding.message
        == "This archive needs version 1.3 of the format; this program reads up to 1.0.")
  }

  @Test func `the index lists the chunks`() {
    // HEAD at 8, CLAS at 40 with two names, INDX at 72.
    func index(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var assembler = ChunkAssembler.withHead
      assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      return assembler.finished(index: change)
    }
    #expect(refusals(index { _ in }).isEmpty)
    #expect(refusals(index { $0.removeFirst(8) }) == [Refusal(.indexSize, 104)])
    #expect(refusals(index { $0 += Array(repeating: 0, count: 24) }) == [Refusal(.indexSize, 104)])
    #expect(refusals(index { $0.removeAll() }) == [Refusal(.indexSize, 104)])
    for offset in [24, 27, 32, 39, 40, 47] {
      #expect(refusals(index { $0[offset] ^= 1 }) == [Refusal(.indexEntry, 128)])
    }
    // HEAD has no count.
    #expect(refusals(index { $0[4] = 1 }) == [Refusal(.indexEntry, 104)])
    #expect(refusals(index { $0[28] ^= 1 }) == [Refusal(.indexCount, 65)])
    #expect(refusals(index { $0[48] ^= 1 }) == [Refusal(.indexPlace, 152)])
    #expect(
      refusals(
        index {
          $0[0] ^= 1
          $0[55] ^= 1
        }) == [Refusal(.indexEntry, 104), Refusal(.indexPlace, 152)])
  }

  @Test func `the index lists chunks of unknown types, without a count`() {
    func index(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var assembler = ChunkAssembler.withHead
      assembler.chunk("abCd", payload: [1])
      return assembler.finished(index: change)
    }
    #expect(refusals(index { _ in }).isEmpty)
    #expect(refusals(index { $0[28] = 1 }) == [Refusal(.indexEntry, 120)])
    #expect(refusals(index { $0.removeSubrange(24..<48) }) == [Refusal(.indexSize, 96)])
  }

  @Test func `counts of the index are those of the chunks`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
    assembler.objects(records: [[1]])
    assembler.weak([1])
    assembler.root("root", [0x07], [1])
    let offsets = assembler.chunkOffsets
    let bytes = assembler.finished { payload in
      for entry in 1...4 { payload[entry * 24 + 4] += 1 }
    }
    #expect(
      refusals(bytes) == [
        Refusal(.indexCount, offsets[1] + 25), Refusal(.indexCount, offsets[2] + 25),
        Refusal(.indexCount, offsets[3] + 24), Refusal(.indexCount, offsets[4] + 24),
      ])
  }

  @Test func `a damaged payload hides nothing else`() {
    var assembler = ChunkAssembler.withHead
    assembler.chunk("CLAS", payload: [0, 0], payloadCheck: 1)
    assembler.chunk("abCd", payload: [1], payloadCheck: 1)
    assembler.root("root", [0x07], [1])
    #expect(
      refusals(assembler.finished()) == [Refusal(.payloadCheck, 56), Refusal(.payloadCheck, 88)])
  }
}
