internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph of one object.
  static func pair(_ row: PairRow) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(
      .class("Pair", keys: [ArchiveKey("name", .string), ArchiveKey("number", .int64)]))
    graph.add(
      ArchiveObject(entry: entry, values: [.string(row.name), .integer(Int128(row.number))]))
    graph.roots = [ArchiveNamedValue("root", .reference(to: "Pair"), .reference(1))]
    return graph
  }

  /// Returns the pair of a graph.
  static func pair(_ graph: ArchiveGraph) throws -> PairRow {
    let values = try graph.object(graph.root("root").wanted.value.referenceNumber.wanted)
    return PairRow(name: try values[0].wanted.text, number: try values[1].wanted.number)
  }
}

extension Ceiling {
  /// Writes a name and a number.
  static func encode(_ pair: Explicit.Pair) -> PositionalBytes {
    var writer = PositionalWriter(capacity: 64)
    writer.write(pair.name)
    writer.write(signed: pair.number)
    return PositionalBytes(writer.finish())
  }

  /// Reads a name and a number.
  static func decodePair(_ bytes: PositionalBytes) throws -> Explicit.Pair {
    try PositionalReader.read(bytes.raw) { reader in
      let name = try reader.text()
      return Explicit.Pair(name: name, number: try reader.signed())
    }
  }
}
