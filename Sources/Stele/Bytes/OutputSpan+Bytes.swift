extension OutputSpan where Element == UInt8 {
  /// Appends as many of some bytes as there is room for.
  package mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    for byte in bytes.prefix(freeCapacity) { append(byte) }
  }
}
