extension Extreme {
  /// Archives that cost recovery most, and that all readers refuse.
  ///
  /// Spec §8.4, §11.5.
  static let damages: [Extreme] = [
    Extreme("chunk headers that claim the rest", .archive) { byteCount in
      var archive = ChunkAssembler()
      archive.head()
      var bytes = archive.finished(withIndex: false)
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
      var archive = ChunkAssembler()
      archive.head()
      for number in 0..<max(1, byteCount / 56) { archive.root(shortName(number), [0x01], [0]) }
      var bytes = archive.finished()
      for offset in archive.chunkOffsets.dropFirst() where offset % 3 == 0 {
        bytes[offset + 5] ^= 1
      }
      return bytes
    },
    Extreme("lost references", .archive) { byteCount in
      var archive = ChunkAssembler()
      archive.head()
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      archive.root("root", [0x21, 0x30, 1], Wire.varint(byteCount) + repeated([2], byteCount))
      return archive.finished()
    },
    Extreme("lost references in objects", .archive) { byteCount in
      var archive = ChunkAssembler()
      archive.head()
      let count = max(1, byteCount / 4)
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("next", [0x30, 1])])
      archive.classes(names: ["A"], entries: [entry])
      archive.objects(records: Array(repeating: [1] + Wire.varint(count + 1), count: count))
      return archive.finished()
    },
    Extreme("records that are wrong", .archive) { byteCount in
      var archive = ChunkAssembler()
      archive.head()
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("k", [0x01])])
      archive.classes(names: ["A"], entries: [entry])
      archive.objects(records: Array(repeating: [1, 9], count: max(1, byteCount / 3)))
      return archive.finished()
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
