extension Ceiling {
  /// Writes records one after the other.
  static func encode(_ records: [LogRecord]) -> PositionalBytes {
    var writer = PositionalWriter()
    writer.write(count: records.count)
    for record in records {
      let address = record.address
      writer.write(fixed: (address.x0, address.x1, address.x2, address.x3))
      writer.write(record.identity)
      writer.write(record.userid)
      writer.write(record.date)
      writer.write(record.request)
      writer.write(fixed: record.code)
      writer.write(varint: record.size)
    }
    return PositionalBytes(writer.finish())
  }

  /// Reads records.
  static func decodeLog(_ bytes: PositionalBytes) throws -> [LogRecord] {
    try PositionalReader.read(bytes.raw) { reader in
      // A record takes at least 11 bytes.
      let recordCount = try reader.count(ofSize: 11)
      var records: [LogRecord] = []
      records.reserveCapacity(recordCount)
      for _ in 0..<recordCount {
        let address = try reader.fixed((UInt8, UInt8, UInt8, UInt8).self)
        records.append(
          LogRecord(
            address: Address(x0: address.0, x1: address.1, x2: address.2, x3: address.3),
            identity: try reader.text(), userid: try reader.text(), date: try reader.text(),
            request: try reader.text(), code: try reader.fixed(), size: try reader.varint()))
      }
      return records
    }
  }
}
