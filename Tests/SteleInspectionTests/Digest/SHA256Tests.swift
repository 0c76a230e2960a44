import SteleInspection
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  private static func hash(_ pieces: [UInt8]...) -> String {
    var hash = SHA256Stream()
    for piece in pieces { hash.update(piece) }
    return ContentDigest(hash).description
  }

  /// The examples of FIPS 180-4, and further examples of NIST.
  static let vectors: [(String, String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test(arguments: vectors)
  func `the vectors of the standard come out`(message: String, digest: String) {
    #expect(Self.hash(Array(message.utf8)) == digest)
  }

  @Test func `messages of each length around the blocks have the hashes that sha256sum gives`() {
    var hashes: [UInt8] = []
    for count in 0...200 {
      let message = (0..<count).map { UInt8($0) }
      let digest = Self.hash(message)
      #expect(digest == SHA256.hash(message), "\(count) bytes")
      hashes += ContentDigest(digest)?.bytes ?? []
    }
    // Another program computed this hash of the concatenation of the 201 hashes.
    #expect(Self.hash(hashes) == "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021")
  }

  @Test func `pieces have the hash of the whole`() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = Self.hash(message)
    for first in [0, 1, 55, 63, 64, 65, 127, 128, 200, 300] {
      for second in [first, min(first + 1, 300), min(first + 64, 300), 300] {
        let pieces = (
          Array(message[..<first]), Array(message[first..<second]), Array(message[second...])
        )
        #expect(Self.hash(pieces.0, pieces.1, pieces.2) == whole)
      }
    }
  }
}
