import Stele

/// A digester of values, whose caller supplies the digests of references.
struct ValueDigester {
  private enum Parts {
    case values([ArchiveValue])
    case pairs([ArchiveMapPair])
    case slots([ArchiveValue?], [ComparedSchema.Key])
  }

  /// A value with parts, some of which have been digested.
  private struct Frame {
    let parts: Parts
    let isOrdered: Bool
    var digest: OutlineDigest
    /// A hash of the optional and `any` values around the value; 0 if there are none.
    let wrapper: UInt64
    var index = 0
    var pairKey: OutlineDigest?
  }

  private var frames: [Frame] = []

  /// Returns the digest of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - archive: The archive of the value.
  ///   - reference: Returns the digest of a reference.
  /// - Returns: A hash that is the same for equal values of both archives.
  mutating func digest(
    of value: ArchiveValue, in archive: ComparedArchive, _ reference: (Int) -> UInt64
  ) -> UInt64 {
    var done = begin(value, archive, reference)
    while let last = frames.indices.last {
      if let part = done { accept(part, last) }
      done = nil
      if let next = nextPart(last) {
        done = begin(next, archive, reference)
      } else {
        let frame = frames.removeLast()
        done = Self.wrapped(frame.digest, frame.wrapper)
        guard !frames.isEmpty else { break }
      }
    }
    let digest = done ?? OutlineDigest(0, 0)
    return OutlineDigest.mix(digest.a, digest.b)
  }

  private static func wrapped(_ digest: OutlineDigest, _ wrapper: UInt64) -> OutlineDigest {
    wrapper == 0 ? digest : OutlineDigest(tag: wrapper).followed(by: digest)
  }

  private mutating func nextPart(_ last: Int) -> ArchiveValue? {
    while true {
      let index = frames[last].index
      switch frames[last].parts {
      case .values(let values):
        guard index < values.count else { return nil }
        frames[last].index += 1
        return values[index]
      case .pairs(let pairs):
        guard index < 2 * pairs.count else { return nil }
        frames[last].index += 1
        return index & 1 == 0 ? pairs[index / 2].key : pairs[index / 2].value
      case .slots(let values, _):
        guard index < values.count else { return nil }
        frames[last].index += 1
        if let value = values[index] { return value }
      }
    }
  }

  private mutating func accept(_ part: OutlineDigest, _ last: Int) {
    switch frames[last].parts {
    case .values:
      if frames[last].isOrdered {
        frames[last].digest = frames[last].digest.followed(by: part)
      } else {
        frames[last].digest.add(OutlineDigest(tag: 1).followed(by: part))
      }
    case .pairs:
      if let key = frames[last].pairKey {
        frames[last].digest.add(key.followed(by: part))
        frames[last].pairKey = nil
      } else {
        frames[last].pairKey = part
      }
    case .slots(_, let keys):
      let index = frames[last].index - 1
      let name = keys.indices.contains(index) ? keys[index].hash : 0
      frames[last].digest.add(OutlineDigest(name, ~name).followed(by: part))
    }
  }

  /// Returns the digest of a value without parts, or opens one that has parts.
  private mutating func begin(
    _ value: ArchiveValue, _ archive: ComparedArchive, _ reference: (Int) -> UInt64
  ) -> OutlineDigest? {
    var value = value
    var optionalCount: UInt64 = 0
    var wrapper: UInt64 = 0
    while true {
      switch value {
      case .some(let inner):
        optionalCount += 1
        value = inner
        continue
      case .any(let type, let inner):
        wrapper = OutlineDigest.mix(type.contentHash, wrapper) | 1
        optionalCount = 0
        value = inner
        continue
      default: break
      }
      break
    }
    func open(_ parts: Parts, _ digest: OutlineDigest, isOrdered: Bool = false) {
      frames.append(Frame(parts: parts, isOrdered: isOrdered, digest: digest, wrapper: wrapper))
    }
    switch value {
    case .list(let values):
      open(.values(values), OutlineDigest(tag: OutlineDigest.Tag.list), isOrdered: true)
    case .set(let values): open(.values(values), OutlineDigest(tag: OutlineDigest.Tag.set))
    case .map(let pairs): open(.pairs(pairs), OutlineDigest(tag: OutlineDigest.Tag.map))
    case .struct(let value):
      open(
        .slots(value.values, archive.schema.keys(ofBody: value.entry)),
        OutlineDigest(tag: OutlineDigest.Tag.struct)
          .followed(by: archive.schema.identity(ofEntry: value.entry)))
    case .enum(let value):
      open(
        .slots(value.values, archive.schema.keys(ofBody: value.entry, caseIndex: value.caseIndex)),
        OutlineDigest(tag: OutlineDigest.Tag.enum)
          .followed(by: archive.schema.identity(ofEntry: value.entry))
          .followed(by: archive.schema.caseHash(value)))
    case .reference(let number) where archive.isReached(number):
      return Self.wrapped(
        OutlineDigest(tag: OutlineDigest.Tag.object).followed(by: reference(number)), wrapper)
    case .nil, .reference:
      return Self.wrapped(
        OutlineDigest(tag: OutlineDigest.Tag.none).followed(by: optionalCount), wrapper)
    default: return Self.wrapped(Self.digest(ofScalar: value), wrapper)
    }
    return nil
  }

  private static func digest(ofScalar value: ArchiveValue) -> OutlineDigest {
    func tagged(_ code: UInt64, _ bits: UInt64) -> OutlineDigest {
      OutlineDigest(tag: OutlineDigest.Tag.scalar + code).followed(by: bits)
    }
    func integer(_ bits: UInt128, isNegative: Bool) -> OutlineDigest {
      OutlineDigest(tag: OutlineDigest.Tag.integer).followed(by: UInt64(truncatingIfNeeded: bits))
        .followed(by: UInt64(truncatingIfNeeded: bits >> 64)).followed(by: isNegative ? 1 : 0)
    }
    switch value {
    case .bool(let value): return tagged(1, value ? 1 : 0)
    case .integer(let value):
      return integer(UInt128(truncatingIfNeeded: value), isNegative: value < 0)
    case .unsigned(let value): return integer(value, isNegative: false)
    case .float16(let bits): return tagged(2, UInt64(bits))
    case .float32(let value): return tagged(3, UInt64(value.bitPattern))
    case .float64(let value): return tagged(4, value.bitPattern)
    case .date(let value): return tagged(5, value.bitPattern)
    case .string(let text):
      return OutlineDigest(tag: OutlineDigest.Tag.scalar + 6).followed(
        by: OutlineDigest(text: text))
    case .bytes(let bytes):
      return tagged(7, XXH64.hash(bytes, seed: 1)).followed(by: XXH64.hash(bytes, seed: 2))
    case .uuid(let bits): return integer(bits, isNegative: false).followed(by: 8)
    case .decimal(.number(let isNegative, let mantissa, let exponent)):
      return integer(mantissa, isNegative: isNegative).followed(
        by: UInt64(UInt32(bitPattern: exponent)))
    default: return tagged(9, 0)
    }
  }
}
