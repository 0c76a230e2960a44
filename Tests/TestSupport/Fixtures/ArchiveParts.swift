import Stele

/// The chunks of an archive, taken apart so that they can be changed and sealed again.
///
/// It knows the frame of the file and of chunks (spec chapter 2) and the form of the index (§6.3),
/// and nothing of what payloads hold but the counts that the index repeats. It shares no code with
/// the writer of the library; the checksum is the only thing that it takes from there.
package struct ArchiveParts {
  /// A chunk without what sealing computes.
  package struct Part {
    /// The four bytes of the type, whatever they are.
    package var type: [UInt8]
    /// The payload.
    package var payload: [UInt8]

    package init(type: [UInt8], payload: [UInt8]) {
      self.type = type
      self.payload = payload
    }

    /// Makes a chunk of a type that is given in letters.
    package init(_ letters: String, _ payload: [UInt8]) {
      self.init(type: Array(letters.utf8), payload: payload)
    }
  }

  /// Why some bytes cannot be taken apart.
  package struct Unreadable: Error { package let offset: Int }

  /// The chunks, in file order.
  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Takes an archive apart whose frames are right.
  package init(archive bytes: [UInt8]) throws(Unreadable) {
    parts = []
    var offset = 8
    while offset < bytes.count - 8 {
      guard bytes.count - offset >= 32 else { throw Unreadable(offset: offset) }
      let length = bytes[offset + 8..<offset + 16].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      guard length <= UInt64(bytes.count - offset - 32) else { throw Unreadable(offset: offset) }
      let payload = offset + 24..<offset + 24 + Int(length)
      parts.append(Part(type: Array(bytes[offset..<offset + 4]), payload: Array(bytes[payload])))
      offset = (payload.upperBound + 7) / 8 * 8
    }
  }

  /// The offset of each chunk in the sealed archive.
  package var offsets: [Int] {
    var offset = 8
    return parts.map { part in
      defer { offset += 24 + (part.payload.count + 7) / 8 * 8 }
      return offset
    }
  }

  /// The archive: signatures, lengths, padding and checks are computed.
  package func sealed() -> [UInt8] {
    var bytes: [UInt8] = [0xD3, 0x53, 0x54, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A]
    for part in parts {
      let tail = Self.tail(of: part)
      bytes += part.type + Self.headerCheck(type: part.type, tail: tail) + tail + part.payload
      bytes += Array(repeating: 0, count: (8 - bytes.count % 8) % 8)
    }
    return bytes + bytes[..<8]
  }

  /// The check of a chunk header, of the type and the 16 bytes after the check.
  package static func headerCheck(
    type: some Collection<UInt8>, tail: some Collection<UInt8>
  ) -> [UInt8] {
    let seed = type.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    let hash = XXH64.hash(Array(tail), seed: seed)
    return Array(u64(hash ^ hash >> 32).prefix(4))
  }

  /// Writes the payload of each `INDX` chunk anew, from the chunks before it.
  package mutating func renewIndex() {
    for position in parts.indices where parts[position].type == Array("INDX".utf8) {
      parts[position].payload = parts[..<position].flatMap { part in
        part.type + Self.u64(Self.count(of: part)).prefix(4) + Self.tail(of: part)
      }
      // The offset of the chunk does not depend on its own payload.
      parts[position].payload += Self.u64(UInt64(offsets[position]))
    }
  }

  /// The last 16 bytes of the header of a chunk.
  private static func tail(of part: Part) -> [UInt8] {
    u64(UInt64(part.payload.count)) + u64(XXH64.hash(part.payload, seed: 0))
  }

  /// The count in the index, which is 0 for types without one.
  ///
  /// If the payload is too damaged, it is 0.
  private static func count(of part: Part) -> UInt64 {
    switch String(decoding: part.type, as: UTF8.self) {
    case "CLAS", "OBJS": varints(part.payload, 2).last ?? 0
    case "ROOT", "WEAK": varints(part.payload, 1).last ?? 0
    default: 0
    }
  }

  private static func varints(_ bytes: [UInt8], _ count: Int) -> [UInt64] {
    var values: [UInt64] = []
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes where values.count < count {
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      values.append(value)
      (value, shift) = (0, 0)
    }
    return values
  }

  package static func u64(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
