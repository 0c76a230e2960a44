extension Extreme {
  /// Chunks of each kind, and what has a chunk to itself.
  static let chunks: [Extreme] = [
    archive("class chunks", bytesEach: 64) { archive, count in
      for number in 0..<count {
        let keys = [Wire.key("r", [0x07], flags: 2), Wire.key("s", [0x07])]
        let entry = Wire.classEntry(name: number + 1, keys: keys)
        archive.classes(names: [shortName(number)], entries: [entry])
      }
    },
    archive("empty class chunks", bytesEach: 48) { archive, count in
      for _ in 0..<count { archive.classes(names: []) }
    },
    archive("class chunks with superclasses", bytesEach: 56) { archive, count in
      for number in 0..<count {
        archive.classes(
          names: [shortName(number)],
          entries: [Wire.classEntry(name: number + 1, superclass: number % 256)])
      }
    },
    archive("blocks", bytesEach: 48) { archive, count in
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      for number in 0..<count { archive.objects(first: number + 1, records: [[1]]) }
    },
    archive("root chunks", bytesEach: 56) { archive, count in
      for number in 0..<count { archive.root(shortName(number), [0x01], [0]) }
    },
    archive("empty root chunks", bytesEach: 48) { archive, count in
      for _ in 0..<count { archive.roots([]) }
    },
    archive("unknown chunks that are copied", bytesEach: 24) { archive, count in
      for _ in 0..<count { archive.chunk("tESt", payload: []) }
    },
    archive("unknown chunks that are dropped", bytesEach: 24) { archive, count in
      for _ in 0..<count { archive.chunk("tEST", payload: []) }
    },
    archive("a large unknown chunk", bytesEach: 1) { archive, count in
      archive.chunk("tESt", payload: Array(repeating: 7, count: count))
    },
    archive("class chunks between blocks", bytesEach: 104) { archive, count in
      for number in 0..<count {
        archive.classes(names: [shortName(number)], entries: [Wire.classEntry(name: number + 1)])
        archive.objects(first: number + 1, records: [Wire.varint(number + 1)])
      }
    },
    archive("roots", bytesEach: 6) { archive, count in
      archive.roots((0..<count).map { (shortName($0), [0x01], [1]) })
    },
    archive("a long root name", bytesEach: 1) { archive, count in
      archive.root(String(repeating: "n", count: count), [0x01], [1])
    },
    archive("metadata", bytesEach: 6) { archive, count in
      archive.metadata((0..<count).map { (shortName($0), [0x01], [1]) })
    },
    archive("weak slots", bytesEach: 1) { archive, count in
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      archive.objects(records: [[1]])
      archive.weak(Array(repeating: 1, count: count))
    },
    Extreme("a long writer", .archive) { byteCount in
      var assembler = ChunkAssembler()
      assembler.head(writer: String(repeating: "w", count: byteCount))
      return assembler.finished()
    },
  ]
}
