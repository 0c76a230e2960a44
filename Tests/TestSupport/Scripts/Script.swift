/// Bytes that are read as decisions; when they end, every decision is the first one.
package struct Script: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether there are no more bytes.
  package var isAtEnd: Bool { position >= bytes.count }

  /// The next byte, or 0.
  package mutating func byte() -> UInt8 {
    guard !isAtEnd else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number below another; 0 when there is none.
  package mutating func below(_ count: Int) -> Int {
    guard count > 1 else { return 0 }
    guard count > 256 else { return Int(byte()) % count }
    return (Int(byte()) << 8 | Int(byte())) % count
  }

  /// One of some elements, or nil when there are none.
  package mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
    guard !elements.isEmpty else { return nil }
    return elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }

  /// Eight bytes.
  package mutating func word() -> UInt64 {
    (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
  }

  /// The bytes that have not been read.
  package var rest: [UInt8] { Array(bytes[position...]) }
}
