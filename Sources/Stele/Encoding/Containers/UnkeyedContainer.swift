/// The elements of a value, for `Codable`.
struct UnkeyedContainer: UnkeyedEncodingContainer {
  let frame: EncodingFrame

  var codingPath: [any CodingKey] { frame.codingPath }
  var count: Int { frame.elementCount }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) {
    let start = frame.buffer.count
    value.write(to: frame.buffer)
    frame.noteElement(Encoded(type: Scalar.typeCode.planNumber), start: start)
  }

  func encodeNil() throws {
    let start = frame.buffer.count
    frame.buffer.write(byte: 0)
    let type = try frame.core.optional(of: frame.core.unknownType)
    frame.noteElement(Encoded(type: type), start: start)
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
    let route = try frame.core.route(for: T.self)
    let spot = frame.elementSpot
    let start = frame.buffer.count
    do {
      frame.noteElement(try route.write(value, in: spot), start: start)
    } catch {
      frame.forget(from: start)
      throw error
    }
  }

  func encodeConditional<T: AnyObject & Encodable>(_ object: T) throws { try encode(object) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    frame.makeElementChild().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    frame.makeElementChild().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    frame.makeElementChild().standingForSuperclasses(below: 0)
  }
}
