import TestSupport

/// An input that consists of payloads, so that changes reach the parsers that come after the checksums.
///
///     for each chunk:
///     offset  size  field
///          0     1  type: position in ``types``, modulo their number
///          1     2  byteCount  u16
///          3     n  payload
///
/// Frames, checks and an index with the counts from the payloads are added.
enum PayloadInput {
  static let types = ["CLAS", "OBJS", "ROOT", "WEAK", "mETa", "OBJS", "CLAS", "zzZz"]

  static func archive(from input: [UInt8]) -> [UInt8] {
    var assembler = ChunkAssembler()
    assembler.head()
    var rest = input[...]
    while let type = rest.popFirst(), let low = rest.popFirst(), let high = rest.popFirst() {
      let payload = Array(rest.prefix(Int(low) | Int(high) << 8))
      rest = rest.dropFirst(payload.count)
      let name = types[Int(type) % types.count]
      let isSecond = name == "CLAS" || name == "OBJS"
      assembler.chunk(name, payload: payload, count: varint(payload, isSecond ? 1 : 0))
    }
    return assembler.finished()
  }

  /// Returns a varint of the payload, by its position among those at the start.
  private static func varint(_ payload: [UInt8], _ position: Int) -> Int {
    var values: [Int] = []
    var value = 0
    var shift = 0
    for byte in payload.prefix(20) {
      value |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 || shift > 56 {
        values.append(value)
        (value, shift) = (0, 0)
      }
    }
    return values.count > position ? values[position] : 0
  }

  /// Returns the input that yields the chunks of an archive.
  static func seed(from archive: [UInt8]) -> [UInt8] {
    var input: [UInt8] = []
    var offset = 8
    while offset + 32 <= archive.count {
      let byteCount = (0..<4).reduce(0) { $0 | Int(archive[offset + 8 + $1]) << ($1 * 8) }
      let name = String(decoding: archive[offset..<(offset + 4)], as: UTF8.self)
      let end = offset + 24 + byteCount
      if let type = types.firstIndex(of: name), byteCount <= 0xFFFF, end <= archive.count {
        input += [UInt8(type), UInt8(byteCount & 0xFF), UInt8(byteCount >> 8)]
        input += archive[(offset + 24)..<end]
      }
      offset = (end + 7) & ~7
    }
    return input
  }
}
