extension Extreme {
  /// Archives that cost recovery most, and that all readers refuse.
  ///
  /// Spec §8.4, §11.5.
  static let damages: [Extreme] = [
    Extreme("chunk headers that claim the rest", .archive) { byteCount in
      var bytes = ChunkAssembler.withHead.finished(withIndex: false)
      let closing = bytes.suffix(8)
      bytes.removeLast(8)
      bytes.append(0xFF)
      let count = max(1, byteCount / 24)
      for number in 0..<count {
        var header = ChunkAssembler(signature: [])
        header.chunk(
          "tESt", payload: [], byteCount: UInt64((count - number - 1) * 24), payloadCheck: 1)
        bytes += header.finished(withIndex: false, signature: [])
      }
      return bytes + closing
    },
    Extreme("damaged chunks", .archive) { byteCount in
      var archive = ChunkAssembler.withHead
      for number in 0..<max(1, byteCount / 56) { archive.root(shortName(number), [0x01], [0]) }
      var bytes = archive.finished()
      for offset in archive.chunkOffsets.dropFirst() where offset % 3 == 0 {
        bytes[offset + 5] ^= 1
      }
      return bytes
    },
    archive("lost references", bytesEach: 1) { archive, count in
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      archive.root("root", [0x21, 0x30, 1], Wire.varint(count) + repeated([2], count))
    },
    archive("lost references in objects", bytesEach: 4) { archive, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("next", [0x30, 1])])
      archive.classes(names: ["A"], entries: [entry])
      archive.objects(records: Array(repeating: [1] + Wire.varint(count + 1), count: count))
    },
    archive("records that are wrong", bytesEach: 3) { archive, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("k", [0x01])])
      archive.classes(names: ["A"], entries: [entry])
      archive.objects(records: Array(repeating: [1, 9], count: count))
    },
    Extreme("zeros", .archive) { byteCount in
      ChunkAssembler().finished(withIndex: false)
        + repeated([0], byteCount) + ChunkAssembler.signature
    },
    Extreme("letters", .archive) { byteCount in
      ChunkAssembler().finished(withIndex: false)
        + repeated([0x41], byteCount) + ChunkAssembler.signature
    },
  ]
}
