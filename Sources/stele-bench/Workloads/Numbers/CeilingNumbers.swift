extension Ceiling {
  /// Writes integers, each in as few bytes as it needs.
  static func encode(_ numbers: [Int]) -> PositionalBytes {
    var writer = PositionalWriter()
    writer.write(count: numbers.count)
    for number in numbers { writer.write(signed: number) }
    return PositionalBytes(writer.finish())
  }

  /// Reads integers.
  static func decodeIntegers(_ bytes: PositionalBytes) throws -> [Int] {
    try PositionalReader.read(bytes.raw) { reader in
      let count = try reader.count()
      var numbers: [Int] = []
      numbers.reserveCapacity(count)
      for _ in 0..<count { numbers.append(try reader.signed()) }
      return numbers
    }
  }
}
