extension GraphDecoder {
  /// Makes a value that no other one holds, and completes everything that it leads to.
  func decode<T: Decodable>(
    _ type: T.Type, _ descriptor: TypeDescriptor, _ input: ByteReader
  ) throws -> T {
    guard !isFinished else { throw GraphCodingError(.coderIsFinished) }
    var input = input
    let root = ValueDecoder(graph: self)
    let value = try reader(of: type).read(
      ReadingPlan.make(descriptor), &input, at: Site(decoder: root, step: .here))
    return value
  }
}
