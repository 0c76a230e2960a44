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

  @Test func `a damaged payload hides nothing else`() {
    var assembler = ChunkAssembler.withHead
    assembler.chunk("CLAS", payload: [0, 0], payloadCheck: 1)
    assembler.chunk("abCd", payload: [1], payloadCheck: 1)
    assembler.root("root", [0x07], [1])
    #expect(
      refusals(assembler.finished()) == [Refusal(.payloadCheck, 56), Refusal(.payloadCheck, 88)])
  }
}
