/// Changes payloads in length and order; lengths, checks, padding and index stay right, so that
/// the changes reach the parsers.
package struct PayloadMutation: Sendable {
  private var random: RandomSource

  /// Bytes that mean something in many places: counts, codes of types, the edges of varints.
  private static let telling: [UInt8] = [
    0, 1, 2, 3, 4, 0x07, 0x0E, 0x0F, 0x14, 0x15, 0x20, 0x21, 0x22, 0x23, 0x30, 0x31,
    0x32, 0x33, 0x7F,
    0x80, 0x81, 0xFE, 0xFF,
  ]

  /// Types of chunks that readers know, do not know, must know, and that are none.
  private static let types = [
    "HEAD", "CLAS", "OBJS", "ROOT", "WEAK", "mETa", "INDX", "OBJT", "oBJt", "OBjS", "aBCd", "a1CD",
  ]

  package init(seed: UInt64) { self.init(RandomSource(seed: seed)) }

  init(_ random: RandomSource) { self.random = random }

  /// An archive with one change or a few; nil when the archive cannot be taken apart.
  package mutating func changed(_ archive: [UInt8], donor: [UInt8]) -> [UInt8]? {
    guard var parts = try? ArchiveParts(archive: archive),
      let other = try? ArchiveParts(archive: donor)
    else { return nil }
    for _ in 0...random.count(upTo: 3) {
      guard parts.parts.count > 1 else { break }
      let last = parts.parts.count - 1
      let index = Int.random(in: 0..<last, using: &random)
      switch random.next() % 17 {
      case 0:
        let part = parts.parts.remove(at: index)
        parts.parts.insert(part, at: Int.random(in: 0..<last, using: &random))
      case 1: parts.parts.insert(parts.parts[index], at: index)
      case 2: parts.parts.remove(at: index)
      case 3:
        let part = random.pick(other.parts, or: parts.parts[index])
        parts.parts.insert(part, at: Int.random(in: 0...last, using: &random))
      case 4: parts.parts[index].type = Array(random.pick(Self.types, or: "").utf8)
      default: change(&parts.parts[index].payload)
      }
    }
    // A wrong index breaks rules of its own, after which the values are not reached.
    if !random.isOne(in: 8) { parts.renewIndex() }
    return parts.sealed()
  }

  private mutating func change(_ payload: inout [UInt8]) {
    let start = Int.random(in: 0...payload.count, using: &random)
    let end = min(payload.count, start + random.count(upTo: 12))
    let piece = Array(payload[start..<end])
    switch random.next() % 8 {
    case 0: payload.removeSubrange(start..<end)
    case 1: payload.insert(contentsOf: piece, at: start)
    case 2:
      let run = [UInt8](repeating: random.pick(Self.telling, or: 0), count: random.count(upTo: 40))
      payload.insert(contentsOf: run, at: start)
    case 3: payload.insert(random.pick(Self.telling, or: 0), at: start)
    case 4: payload.removeSubrange(start...)
    case 5:
      payload.insert(contentsOf: Wire.varint(random.next() >> (random.next() % 64)), at: start)
    default:
      if start < end { payload[start] = random.pick(Self.telling, or: 0) }
    }
  }
}
