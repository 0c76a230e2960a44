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
}
