/// The only value of a value, for `Codable`; it takes the place of the value that consists of it.
struct SingleValueContainer: SingleValueEncodingContainer {
  let frame: EncodingFrame

  var codingPath: [any CodingKey] { frame.codingPath }

  private func begin() throws {
    guard frame.mode == .empty else {
      frame.noteMisuse()
      throw frame.failure
        ?? frame.error(.coderIsFinished, "Two values were written for one value.")
    }
    frame.mode = .single
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) throws {
    try begin()
    value.write(to: frame.buffer)
    frame.single = Encoded(type: Scalar.typeCode.planNumber)
  }

  func encodeNil() throws {
    try begin()
    frame.buffer.write(byte: 0)
    frame.single = Encoded(type: try frame.core.optional(of: frame.core.unknownType))
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
    let route = try frame.core.route(for: T.self)
    let start = frame.buffer.count
    do {
      frame.single = try route.write(
        value, in: Spot(run: frame.run, depth: frame.depth, omitsEntry: frame.omitsEntry))
    } catch {
      frame.forget(from: start)
      frame.mode = .empty
      throw error
    }
  }
}
