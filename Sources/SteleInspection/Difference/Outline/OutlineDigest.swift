import Stele

/// A hash of 128 bits, so that contents can be compared without storing them.
///
/// Equal contents have equal digests. About one in 2^64 pairs of different contents has equal digests; resistance to deliberate
/// collisions has not been studied.
struct OutlineDigest: BitwiseCopyable, Hashable, Sendable {
  var a: UInt64
  var b: UInt64

  init(_ a: UInt64, _ b: UInt64) {
    self.a = a
    self.b = b
  }

  /// Creates a digest of a number for a kind of content.
  @inline(__always)
  init(tag: UInt64) {
    a = Self.mix(tag, 1)
    b = Self.mix(tag, 2)
  }

  init(text: String) {
    let bytes = Array(text.utf8)
    a = XXH64.hash(bytes, seed: 1)
    b = XXH64.hash(bytes, seed: 2)
  }

  /// Creates the digest of an integer, which does not depend on its width.
  init(integer bits: UInt128, isNegative: Bool) {
    self = Self(tag: Tag.integer).followed(by: UInt64(truncatingIfNeeded: bits))
      .followed(by: UInt64(truncatingIfNeeded: bits >> 64)).followed(by: isNegative ? 1 : 0)
  }

  /// Returns a hash of two numbers, which depends on their order.
  @inline(__always)
  static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var hash = (first &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    hash ^= hash &>> 31
    hash = (hash ^ second) &* 0x94D0_49BB_1331_11EB
    hash ^= hash &>> 29
    hash = (hash &+ second) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ (hash &>> 32)
  }

  @inline(__always)
  func followed(by next: OutlineDigest) -> OutlineDigest {
    OutlineDigest(Self.mix(a, next.a), Self.mix(b, next.b))
  }

  @inline(__always)
  func followed(by number: UInt64) -> OutlineDigest {
    OutlineDigest(Self.mix(a, number), Self.mix(b, number))
  }

  /// Adds a content regardless of its position among others.
  @inline(__always)
  mutating func add(_ part: OutlineDigest) {
    a &+= part.a
    b &+= part.b
  }

  /// The kinds of values in digests.
  enum Tag {
    static let list: UInt64 = 1
    static let set: UInt64 = 2
    static let map: UInt64 = 3
    static let `struct`: UInt64 = 4
    static let `enum`: UInt64 = 5
    static let none: UInt64 = 6
    static let integer: UInt64 = 7
    static let object: UInt64 = 9
    static let packed: UInt64 = 10
    /// The offset that is added to the code of a type.
    static let scalar: UInt64 = 0x100
  }
}

/// The digest of a container, to which the digests of its parts are added in their order.
struct PartsDigest: BitwiseCopyable {
  enum Kind: UInt8 {
    /// A root, or an optional or `any` value, which has the digest of its content.
    case whole
    /// A record, struct, or case of an enum.
    case body
    case list
    case set
    case map
  }

  let kind: Kind
  private(set) var value: OutlineDigest
  /// The digest of the key of a pair, until the value has been added.
  private(set) var pairKey: OutlineDigest?

  init(_ kind: Kind, _ value: OutlineDigest = OutlineDigest(0, 0)) {
    self.kind = kind
    self.value = value
  }

  /// Adds the next part; in a body, with a hash of the name of its key.
  @inline(__always)
  mutating func add(_ part: OutlineDigest, named name: UInt64) {
    switch kind {
    case .whole: value.add(part)
    case .body: value.add(OutlineDigest(name, ~name).followed(by: part))
    case .list: value = value.followed(by: part)
    case .set: value.add(OutlineDigest(tag: 1).followed(by: part))
    case .map:
      if let key = pairKey.take() { value.add(key.followed(by: part)) } else { pairKey = part }
    }
  }
}
