import Stele

/// A digester of values; the caller supplies the digests of references.
struct ValueDigester {
  /// A value with parts, which is partly digested.
  private struct Frame {
    var parts: PartsDigest
    /// The keys of a body.
    var keys: [ComparedSchema.Key] = []
    /// The position of the value in its container.
    let position: Int
    /// A hash of the enclosing optional and `any` values; 0 if there are none.
    var wrapper: UInt64 = 0
  }

  private var walk = ValueWalk()
  private var frames: [Frame] = []
  /// A hash of the `any` values that enclose the next value, or 0, and the number of optionals in the innermost one.
  private var wrapper: UInt64 = 0
  private var optionalCount: UInt64 = 0

  /// Returns the digest of a value, which is the same for equal values of both archives.
  ///
  /// The closure returns the digest of a reference.
  mutating func digest(
    of value: ArchiveValue, in archive: ComparedArchive, _ reference: (Int) -> UInt64
  ) -> UInt64 {
    var whole = OutlineDigest(0, 0)
    walk.begin(value)
    while let event = walk.next() {
      let (part, position): (OutlineDigest, Int)
      switch event {
      case .value(let value, _, let place):
        guard let digest = begin(value, at: place, archive, reference) else { continue }
        (part, position) = (digest, place)
      case .end:
        let frame = frames.removeLast()
        (part, position) = (Self.wrapped(frame.parts.value, frame.wrapper), frame.position)
      }
      if frames.isEmpty { whole = part } else { accept(part, at: position, frames.count - 1) }
    }
    return OutlineDigest.mix(whole.a, whole.b)
  }

  private static func wrapped(_ digest: OutlineDigest, _ wrapper: UInt64) -> OutlineDigest {
    wrapper == 0 ? digest : OutlineDigest(tag: wrapper).followed(by: digest)
  }

  private mutating func accept(_ part: OutlineDigest, at position: Int, _ last: Int) {
    let keys = frames[last].keys
    frames[last].parts.add(
      part, named: keys.indices.contains(position) ? keys[position].hash : 0)
  }

  /// Returns the digest of a value without parts, or opens a value with parts.
  private mutating func begin(
    _ value: ArchiveValue, at position: Int, _ archive: ComparedArchive,
    _ reference: (Int) -> UInt64
  ) -> OutlineDigest? {
    let (outer, optionals) = (wrapper, optionalCount)
    (wrapper, optionalCount) = (0, 0)
    func open(
      _ kind: PartsDigest.Kind, _ digest: OutlineDigest, _ keys: [ComparedSchema.Key] = []
    ) {
      frames.append(
        Frame(parts: PartsDigest(kind, digest), keys: keys, position: position, wrapper: outer))
    }
    switch value {
    case .some:
      (wrapper, optionalCount) = (outer, optionals + 1)
      frames.append(Frame(parts: PartsDigest(.whole), position: position))
    case .any(let type, _):
      wrapper = OutlineDigest.mix(type.contentHash, outer) | 1
      frames.append(Frame(parts: PartsDigest(.whole), position: position))
    case .list: open(.list, OutlineDigest(tag: OutlineDigest.Tag.list))
    case .set: open(.set, OutlineDigest(tag: OutlineDigest.Tag.set))
    case .map: open(.map, OutlineDigest(tag: OutlineDigest.Tag.map))
    case .struct(let value):
      open(
        .body,
        OutlineDigest(tag: OutlineDigest.Tag.struct)
          .followed(by: archive.schema.identity(ofEntry: value.entry)),
        archive.schema.keys(ofBody: value.entry))
    case .enum(let value):
      open(
        .body,
        OutlineDigest(tag: OutlineDigest.Tag.enum)
          .followed(by: archive.schema.identity(ofEntry: value.entry))
          .followed(by: archive.schema.caseHash(value)),
        archive.schema.keys(ofBody: value.entry, caseIndex: value.caseIndex))
    case .reference(let number) where archive.isReached(number):
      return Self.wrapped(
        OutlineDigest(tag: OutlineDigest.Tag.object).followed(by: reference(number)), outer)
    case .nil, .reference:
      return Self.wrapped(
        OutlineDigest(tag: OutlineDigest.Tag.none).followed(by: optionals), outer)
    default: return Self.wrapped(Self.digest(ofScalar: value), outer)
    }
    return nil
  }

  private static func digest(ofScalar value: ArchiveValue) -> OutlineDigest {
    func tagged(_ code: UInt64, _ bits: UInt64) -> OutlineDigest {
      OutlineDigest(tag: OutlineDigest.Tag.scalar + code).followed(by: bits)
    }
    switch value {
    case .bool(let value): return tagged(1, value ? 1 : 0)
    case .integer(let value):
      return OutlineDigest(integer: UInt128(truncatingIfNeeded: value), isNegative: value < 0)
    case .unsigned(let value): return OutlineDigest(integer: value, isNegative: false)
    case .float16(let bits): return tagged(2, UInt64(bits))
    case .float32(let value): return tagged(3, UInt64(value.bitPattern))
    case .float64(let value): return tagged(4, value.bitPattern)
    case .date(let value): return tagged(5, value.bitPattern)
    case .string(let text):
      return OutlineDigest(tag: OutlineDigest.Tag.scalar + 6).followed(
        by: OutlineDigest(text: text))
    case .bytes(let bytes):
      return tagged(7, XXH64.hash(bytes, seed: 1)).followed(by: XXH64.hash(bytes, seed: 2))
    case .uuid(let bits): return OutlineDigest(integer: bits, isNegative: false).followed(by: 8)
    case .decimal(.number(let isNegative, let mantissa, let exponent)):
      return OutlineDigest(integer: mantissa, isNegative: isNegative).followed(
        by: UInt64(UInt32(bitPattern: exponent)))
    default: return tagged(9, 0)
    }
  }
}

extension ArchiveTypeDescriptor {
  /// A hash that is the same in every process.
  ///
  /// The hash covers only the beginning and the length of a long name, since a type may have many values.
  fileprivate var contentHash: UInt64 {
    var hash: UInt64 = 4
    for type in preorder {
      hash = OutlineDigest.mix(hash, UInt64(type.code.rawValue))
      if let name = type.className {
        hash = OutlineDigest.mix(hash, OutlineDigest(text: name.shortened()).a)
      }
    }
    return hash
  }
}
