internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph without objects: records are structs.
  static func log(_ records: [LogRecord]) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let address = graph.classes.define(
      .struct("Address", keys: ["x0", "x1", "x2", "x3"].map { ArchiveKey($0, .uint8) }))
    let record = graph.classes.define(
      .struct(
        "LogRecord",
        keys: [
          ArchiveKey("address", .struct("Address")), ArchiveKey("identity", .string),
          ArchiveKey("userid", .string), ArchiveKey("date", .string),
          ArchiveKey("request", .string),
          ArchiveKey("code", .uint16), ArchiveKey("size", .uint64),
        ]))
    let values = records.map { item in
      let bytes = [item.address.x0, item.address.x1, item.address.x2, item.address.x3]
      return ArchiveValue.struct(
        ArchiveStructValue(
          entry: record,
          values: [
            .struct(
              ArchiveStructValue(entry: address, values: bytes.map { .unsigned(UInt128($0)) })),
            .string(item.identity), .string(item.userid), .string(item.date),
            .string(item.request), .unsigned(UInt128(item.code)), .unsigned(UInt128(item.size)),
          ]))
    }
    graph.roots = [ArchiveNamedValue("root", .list(.struct("LogRecord")), .list(values))]
    return graph
  }

  /// Returns the records of a graph.
  static func log(_ graph: ArchiveGraph) throws -> [LogRecord] {
    try graph.root("root").wanted.value.list.map { value in
      let values = try value.structure
      let bytes = try values[0].wanted.structure.map { try UInt8(exactly: $0.wanted.number).wanted }
      return LogRecord(
        address: Address(x0: bytes[0], x1: bytes[1], x2: bytes[2], x3: bytes[3]),
        identity: try values[1].wanted.text, userid: try values[2].wanted.text,
        date: try values[3].wanted.text, request: try values[4].wanted.text,
        code: try UInt16(exactly: values[5].wanted.number).wanted,
        size: UInt64(try values[6].wanted.number))
    }
  }
}
