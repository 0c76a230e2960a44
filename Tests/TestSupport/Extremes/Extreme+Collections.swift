extension Extreme {
  /// Sets and maps.
  static let collections: [OfValues] = [
    OfValues(name: "a large set", type: [0x22, 0x09]) { byteCount in
      let count = max(1, byteCount / 3)
      return Wire.varint(count) + joined(count) { Wire.varint($0) }
    },
    OfValues(name: "a large map", type: [0x23, 0x09, 0x01]) { byteCount in
      let count = max(1, byteCount / 4)
      return Wire.varint(count) + joined(count) { Wire.varint($0) + [1] }
    },
    OfValues(name: "a set of strings", type: [0x22, 0x0F]) { byteCount in
      let count = max(1, byteCount / 5)
      return Wire.varint(count) + joined(count) { Wire.string(shortName($0)) }
    },
    OfValues(name: "a set of eight, one again and again", type: [0x22, 0x07]) { byteCount in
      Wire.varint(byteCount + 8) + Array(0..<8) + repeated([7], byteCount)
    },
    .list("empty sets", of: [0x22, 0x07], [0]),
    .list("sets of one", of: [0x22, 0x07], [1, 7]),
    .list("sets of nine", of: [0x22, 0x07], [9, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    .list("empty maps", of: [0x23, 0x07, 0x01], [0]),
    .list("maps of one", of: [0x23, 0x07, 0x01], [1, 7, 1]),
    .list("maps of nine", of: [0x23, 0x07, 0x01], [9] + (0..<9).flatMap { [$0, 1] }),
    OfValues(name: "sets in each other", type: Array(repeating: 0x22, count: 60) + [0x0F]) {
      repeated([1], 60) + Wire.varint($0) + repeated([0x61], $0)
    },
    OfValues(name: "sets of any type in each other", type: [0x22, 0x14]) {
      [1] + repeated([0x22, 0x14, 1], 250) + [0x0F] + Wire.varint($0) + repeated([0x61], $0)
    },
    OfValues(name: "a set of empty sets of any type", type: [0x22, 0x14]) { byteCount in
      let count = max(1, byteCount / 5)
      return Wire.varint(count) + joined(count) { [0x22, 0x09, 1] + Wire.varint($0) }
    },
  ]
}
