import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `The hash for archives made by hand` {
  @Test func `the vectors of the specification hold`() {
    #expect(SimpleXXHash64.hash([]) == 0xEF46_DB37_51D8_E999)
    #expect(SimpleXXHash64.hash([0x61]) == 0xD24E_C4F1_A98C_6E5B)
    #expect(SimpleXXHash64.hash([0x61, 0x62, 0x63]) == 0x44BC_2CF5_AD77_0999)
    #expect(SimpleXXHash64.hash(Array(0...31)) == 0xCBF5_9C51_16FF_32B4)
    #expect(SimpleXXHash64.hash(Array(0...100)) == 0xE990_3849_5F85_381E)
    #expect(
      SimpleXXHash64.hash([0x53, 0x74, 0x65, 0x6C, 0x65], seed: 0x4441_4548)
        == 0x8BC3_7813_61FA_EE33)
  }

  @Test func `payloads of every small length have the check that the verifier computes`() {
    for byteCount in 0..<200 {
      var assembler = ChunkAssembler.withHead
      assembler.chunk("abCd", payload: (0..<byteCount).map { UInt8($0 * 7 & 0xFF) })
      #expect(refusals(assembler.finished(), level: .frames) == [], "\(byteCount) bytes")
    }
  }

  @Test func `resealing repairs checks and nothing else`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: ["A"])
    let bytes = assembler.finished()
    #expect(ChunkAssembler.reseal(bytes) == bytes)
    var changed = bytes
    changed[67] = 0x42
    #expect(refusals(changed).map(\.rule) == [.payloadCheck])
    #expect(refusals(ChunkAssembler.reseal(changed) ?? []) == [])
    for byteCount in 0..<bytes.count {
      let prefix = Array(bytes.prefix(byteCount))
      let sealed = ChunkAssembler.reseal(prefix)
      #expect(sealed == nil || sealed?.count == byteCount)
    }
    #expect(ChunkAssembler.reseal([]) == nil)
    #expect(ChunkAssembler.reseal(Array(repeating: 0xFF, count: 100)) == nil)
  }
}
