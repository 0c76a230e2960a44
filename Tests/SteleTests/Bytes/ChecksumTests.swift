import TestSupport
import Testing

@testable import Stele

struct ChecksumTests {
  @Test(arguments: Seeds.forTest(count: 60))
  func `bytes that come in parts have the checksum of all, and are copied`(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let bytes = (0..<random.count(upTo: 1000)).map { _ in UInt8.random(in: 0...255, using: &random)
    }
    var copies = [UInt8](repeating: 0, count: bytes.count)
    var stream = XXH64Stream()
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + Int.random(in: 0...100, using: &random))
      let isCopied = Bool.random(using: &random)
      unsafe copies.withUnsafeMutableBytes { copies in
        unsafe bytes[position..<end].withUnsafeBytes { part in
          let target = unsafe UnsafeMutableRawBufferPointer(rebasing: copies[position...])
          if isCopied, let first = target.baseAddress {
            unsafe stream.update(copying: part, to: first)
          } else {
            unsafe stream.update(part)
            unsafe target.copyMemory(from: part)
          }
        }
      }
      position = end
    }
    #expect(stream.finish() == SimpleXXHash64.hash(bytes, seed: 0))
    #expect(stream.finish() == XXH64.hash(bytes))
    #expect(copies == bytes)
  }

  @Test
  func `many bytes are copied piece by piece, and none beyond the shorter one of both`() {
    for count in [0, 1, 1 << 17, 1 << 17 + 1, 3 << 17 - 1, 1_000_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
      var copies = [UInt8](repeating: 7, count: count + 3)
      unsafe copies.withUnsafeMutableBytes { copies in
        unsafe bytes.withUnsafeBytes { unsafe copies.copyPieces(from: $0) }
      }
      #expect(copies == bytes + [7, 7, 7])
    }
  }
}
