/// The only value of a value, for `Codable`; it takes the place of the value that consists of it.
struct SingleValueContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func begin() throws {
    guard encoder.mode == .empty else {
      encoder.fail(
        encoder.error(
          .coderIsFinished, "containers of two kinds, or two values, were written for one value",
          hint: ValueEncoder.containerHint))
      try encoder.throwFailure()
      return
    }
    encoder.mode = .single
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) throws {
    try begin()
    value.write(to: encoder.buffer)
    encoder.single = Encoded(type: Scalar.typeIndex)
  }

  func encodeNil() throws {
    try begin()
    encoder.buffer.write(byte: 0)
    encoder.single = Encoded(type: try encoder.graph.optional(of: TypeTable.never))
  }

  func encode(_ value: Bool) throws { try put(value) }
  func encode(_ value: String) throws { try put(value) }
  func encode(_ value: Double) throws { try put(value) }
  func encode(_ value: Float) throws { try put(value) }
  func encode(_ value: Int) throws { try put(value) }
  func encode(_ value: Int8) throws { try put(value) }
  func encode(_ value: Int16) throws { try put(value) }
  func encode(_ value: Int32) throws { try put(value) }
  func encode(_ value: Int64) throws { try put(value) }
  func encode(_ value: Int128) throws { try put(value) }
  func encode(_ value: UInt) throws { try put(value) }
  func encode(_ value: UInt8) throws { try put(value) }
  func encode(_ value: UInt16) throws { try put(value) }
  func encode(_ value: UInt32) throws { try put(value) }
  func encode(_ value: UInt64) throws { try put(value) }
  func encode(_ value: UInt128) throws { try put(value) }

  func encode<T: Encodable>(_ value: T) throws {
    try begin()
    let cell = encoder.cell
    let start = cell.buffer.count
    do {
      let spot = Spot(
        cell: cell, depth: cell.state.depth, list: cell.state.list,
        omitsEntry: cell.state.omitsEntry)
      encoder.single = try encoder.graph.encoder(of: T.self).encode(value, in: spot)
    } catch {
      cell.buffer.truncate(to: start)
      encoder.mode = .empty
      throw error
    }
  }
}
