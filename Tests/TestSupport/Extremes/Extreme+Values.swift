extension Extreme {
  /// A family of values: what defines their classes, their type, and the bytes of a value of a size.
  struct OfValues: Sendable {
    let name: String
    /// The names and entries that the value needs; those of others come after them.
    var names: [String] = []
    var entries: [[UInt8]] = []
    let type: [UInt8]
    /// The bytes of a value that takes about so many.
    let value: @Sendable (Int) -> [UInt8]

    /// A list of as many elements as fit, each a number of bytes long.
    static func list(
      _ name: String, of element: [UInt8], _ bytes: [UInt8], names: [String] = [],
      entries: [[UInt8]] = [], form: [UInt8] = []
    ) -> OfValues {
      OfValues(name: name, names: names, entries: entries, type: [0x21] + element) { byteCount in
        let count = max(1, byteCount / bytes.count)
        return Wire.varint(count) + form + Extreme.repeated(bytes, count)
      }
    }
  }

  /// Each value as a root, and as the only key of an object.
  static func placed(_ all: [OfValues]) -> [Extreme] {
    all.flatMap { values in
      [
        archive(values.name, bytesEach: 1) { archive, count in
          if !values.names.isEmpty {
            archive.classes(names: values.names, entries: values.entries)
          }
          archive.root("root", values.type, values.value(count))
        },
        archive("\(values.name), in an object", bytesEach: 1) { archive, count in
          let name = values.names.count + 1
          let entry = Wire.classEntry(name: name, keys: [Wire.key("k", values.type)])
          archive.classes(names: values.names + ["Holder"], entries: values.entries + [entry])
          archive.objects(records: [Wire.varint(values.entries.count + 1) + values.value(count)])
          archive.root("root", [0x30, 0], [1])
        },
      ]
    }
  }

  /// Values without keys.
  static let values: [OfValues] = [
    .list("packed bools", of: [0x01], [1]), .list("packed bytes", of: [0x07], [7]),
    .list("packed integers of 128 bits", of: [0x06], [7], form: [1]),
    .list("packed integers of 64 bits", of: [0x0A], [7], form: [1]),
    .list("packed floats", of: [0x0C], [0, 0]),
    .list("packed dates", of: [0x11], Array(repeating: 0, count: 8)),
    .list("packed uuids", of: [0x12], Array(repeating: 7, count: 16)),
    .list("empty strings", of: [0x0F], [0]), .list("short strings", of: [0x0F], [1, 0x61]),
    .list("strings of 16 letters", of: [0x0F], Wire.string("abcdefghijklmnop")),
    .list("empty bytes", of: [0x10], [0]), .list("short bytes", of: [0x10], [1, 7]),
    OfValues(name: "a long string", type: [0x0F]) {
      Wire.varint($0) + Extreme.repeated([0x61], $0)
    },
    OfValues(name: "long bytes", type: [0x10]) { Wire.varint($0) + Extreme.repeated([7], $0) },
    .list("decimals that are no numbers", of: [0x13], [2]),
    .list("decimals", of: [0x13], [0, 0, 1]), .list("nils", of: [0x20, 0x01], [0]),
    .list("optionals", of: [0x20, 0x01], [1, 1]),
    .list(
      "deep optionals", of: Array(repeating: 0x20, count: 62) + [0x01],
      Array(repeating: 1, count: 63)), .list("values of any type", of: [0x14], [0x01, 1]),
    .list("nils of any type", of: [0x14], [0x20, 0x14, 0]),
    .list("empty lists of any type", of: [0x14], [0x21, 0x07, 0]),
    .list("empty lists of deep types", of: [0x14], Array(repeating: 0x21, count: 63) + [0x07, 0]),
    .list(
      "lists of any type in each other", of: [0x14],
      Extreme.repeated([0x21, 0x14, 1], 240) + [0x21, 0x07, 0]),
    .list("empty lists", of: [0x21, 0x07], [0]), .list("lists of one", of: [0x21, 0x07], [1, 7]),
    .list("empty lists of lists", of: [0x21, 0x21, 0x0F], [0]),
    .list(
      "deep lists", of: Array(repeating: 0x21, count: 60) + [0x07],
      Array(repeating: 1, count: 60) + [7]),
  ]
}
