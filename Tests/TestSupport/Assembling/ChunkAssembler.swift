/// Puts archives together from payload bytes, valid ones and wrong ones.
///
/// Chunks get right checks, right padding and an entry in the index, unless something else is
/// asked for. Nothing of what stands in a payload is examined.
package struct ChunkAssembler {
  /// The eight bytes at both ends of an archive.
  ///
  /// Spec §2.1.
  package static let signature: [UInt8] = [0xD3, 0x53, 0x54, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The archive so far, without index and closing signature.
  package private(set) var bytes: [UInt8]
  /// The position of each chunk so far, in bytes from the start of the archive.
  package private(set) var chunkOffsets: [Int] = []
  private var index: [UInt8] = []

  /// Begins an archive.
  package init(signature: [UInt8] = Self.signature) { bytes = signature }

  /// An archive that begins with a `HEAD` chunk of the version of the library.
  package static var withHead: Self {
    var assembler = Self()
    assembler.head()
    return assembler
  }

  /// The position of the payload of the last chunk so far.
  package var lastPayloadOffset: Int { (chunkOffsets.last ?? 0) + 24 }

  /// Appends a `HEAD` chunk.
  ///
  /// Spec §2.4.
  package mutating func head(
    major: Int = 1, minor: Int = 0, documentType: String = "", writer: String = "",
    further: [UInt8] = []
  ) {
    chunk(
      "HEAD",
      payload: Wire.varint(major) + Wire.varint(minor) + Wire.string(documentType)
        + Wire.string(writer) + further)
  }

  /// Appends a `CLAS` chunk of names and whole entries.
  ///
  /// Spec §4.1.
  package mutating func classes(names: [String], entries: [[UInt8]] = []) {
    chunk("CLAS", payload: Wire.classes(names: names, entries: entries), count: entries.count)
  }

  /// Appends an `OBJS` chunk; a record is given from its entry number on.
  ///
  /// Spec §5.1.
  package mutating func objects(first: Int = 1, records: [[UInt8]]) {
    var payload = Wire.varint(first) + Wire.varint(records.count)
    for record in records {
      payload += Wire.varint(record.count)
      payload += record
    }
    chunk("OBJS", payload: payload, count: records.count)
  }

  /// Appends a `ROOT` chunk.
  ///
  /// Spec §6.1.
  package mutating func roots(_ roots: [(name: String, type: [UInt8], value: [UInt8])]) {
    chunk("ROOT", payload: Self.namedValues(roots), count: roots.count)
  }

  /// Appends a `ROOT` chunk with one root.
  package mutating func root(_ name: String, _ type: [UInt8], _ value: [UInt8]) {
    roots([(name, type, value)])
  }

  /// Appends a `WEAK` chunk.
  ///
  /// Spec §5.5.
  package mutating func weak(_ slots: [Int]) {
    chunk(
      "WEAK", payload: Wire.varint(slots.count) + slots.flatMap { Wire.varint($0) },
      count: slots.count)
  }

  /// Appends a `mETa` chunk.
  ///
  /// Spec §6.2.
  package mutating func metadata(_ items: [(name: String, type: [UInt8], value: [UInt8])]) {
    chunk("mETa", payload: Self.namedValues(items))
  }

  /// Appends any chunk.
  ///
  /// - Parameters:
  ///   - type: four letters, or any four bytes of UTF-8.
  ///   - payload: the bytes of the payload.
  ///   - count: the count that the index gives, if it has one for the type.
  ///   - byteCount: the length that the header gives, when it is not that of the payload.
  ///   - payloadCheck: the payload check, when it is not to be the right one.
  package mutating func chunk(
    _ type: String, payload: [UInt8], count: Int = 0, byteCount: UInt64? = nil,
    payloadCheck: UInt64? = nil
  ) {
    chunkOffsets.append(bytes.count)
    let typeBytes = Array(type.utf8.prefix(4))
    let header =
      Wire.u64(byteCount ?? UInt64(payload.count))
      + Wire.u64(payloadCheck ?? SimpleXXHash64.hash(payload))
    let count = ["CLAS", "OBJS", "ROOT", "WEAK"].contains(type) ? count : 0
    index += typeBytes + Wire.u32(UInt32(truncatingIfNeeded: count)) + header
    bytes += typeBytes
    bytes += Wire.u32(Self.headerCheck(type: typeBytes, header))
    bytes += header
    bytes += payload
    bytes += Array(repeating: 0, count: (8 - payload.count % 8) % 8)
  }

  /// The archive with its index and its closing signature.
  ///
  /// There may be no index, or one that is changed from the right one, and another signature.
  package func finished(
    withIndex: Bool = true, signature: [UInt8] = Self.signature,
    index change: (inout [UInt8]) -> Void = { _ in }
  ) -> [UInt8] {
    guard withIndex else { return bytes + signature }
    var whole = self
    var payload = index + Wire.u64(UInt64(bytes.count))
    change(&payload)
    whole.chunk("INDX", payload: payload)
    return whole.bytes + signature
  }

  private static func namedValues(
    _ values: [(name: String, type: [UInt8], value: [UInt8])]
  ) -> [UInt8] {
    Wire.varint(values.count)
      + values.flatMap { Wire.root($0.name, $0.type, $0.value) }
  }

  /// The header check of a chunk.
  ///
  /// Spec §2.2.
  private static func headerCheck(type: [UInt8], _ header: some Collection<UInt8>) -> UInt32 {
    let seed = type.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    let hash = SimpleXXHash64.hash(header, seed: seed)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// The same bytes with right payload and header checks, in the index too, as far as chunks can be made out: so
  /// that a change under the checks is found by other rules than F3, F6 and X4.
  ///
  /// Nothing else is changed. Nil when there is not even one chunk.
  package static func reseal(_ bytes: [UInt8]) -> [UInt8]? {
    var result = bytes
    var offset = 8
    var tails: [ArraySlice<UInt8>] = []
    while result.count - offset >= 24 + 8 {
      var byteCount: UInt64 = 0
      for index in (8..<16).reversed() {
        byteCount = byteCount << 8 | UInt64(result[offset + index])
      }
      let available = result.count - 8 - offset - 24
      guard byteCount <= UInt64(available) else { break }
      let payload = (offset + 24)..<(offset + 24 + Int(byteCount))
      if result[offset..<(offset + 4)].elementsEqual("INDX".utf8) {
        for (entry, tail) in zip(0..<(payload.count / 24), tails) {
          let start = payload.lowerBound + 24 * entry + 8
          result.replaceSubrange(start..<(start + 16), with: tail)
        }
      }
      result.replaceSubrange(
        (offset + 16)..<(offset + 24), with: Wire.u64(SimpleXXHash64.hash(result[payload])))
      let check = headerCheck(
        type: Array(result[offset..<(offset + 4)]), result[(offset + 8)..<(offset + 24)])
      result.replaceSubrange((offset + 4)..<(offset + 8), with: Wire.u32(check))
      tails.append(result[(offset + 8)..<(offset + 24)])
      let paddedCount = Int(byteCount) + (8 - Int(byteCount) % 8) % 8
      guard paddedCount <= available else { break }
      offset = payload.lowerBound + paddedCount
    }
    return offset == 8 ? nil : result
  }
}
