/// The elements of a value, for `Codable`.
struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.cell.state.elements.starts.count }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) {
    let cell = encoder.cell
    let start = cell.buffer.count
    value.write(to: cell.buffer)
    cell.noteElement(type: Scalar.typeIndex, start: start)
  }

  func encodeNil() throws {
    let start = encoder.buffer.count
    encoder.buffer.write(byte: 0)
    let type = try encoder.graph.optional(of: TypeTable.never)
    encoder.cell.noteElement(type: type, start: start)
  }

  func encode(_ value: Bool) throws { put(value) }
  func encode(_ value: String) throws { put(value) }
  func encode(_ value: Double) throws { put(value) }
  func encode(_ value: Float) throws { put(value) }
  func encode(_ value: Int) throws { put(value) }
  func encode(_ value: Int8) throws { put(value) }
  func encode(_ value: Int16) throws { put(value) }
  func encode(_ value: Int32) throws { put(value) }
  func encode(_ value: Int64) throws { put(value) }
  func encode(_ value: Int128) throws { put(value) }
  func encode(_ value: UInt) throws { put(value) }
  func encode(_ value: UInt8) throws { put(value) }
  func encode(_ value: UInt16) throws { put(value) }
  func encode(_ value: UInt32) throws { put(value) }
  func encode(_ value: UInt64) throws { put(value) }
  func encode(_ value: UInt128) throws { put(value) }

  func encode<T: Encodable>(_ value: T) throws {
    try encoder.cell.putElement(value, encoder.graph.encoder(of: T.self))
  }

  func encodeConditional<T: AnyObject & Encodable>(_ object: T) throws { try encode(object) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.makeElementChild().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.makeElementChild().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.makeElementChild().standingForSuperclasses(below: 0)
  }
}
