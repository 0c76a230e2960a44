/// The numbers of the keys of one type of coding keys in a level.
///
/// Most such types are enums without payload, of one byte or none: that byte finds the number. Other keys are
/// found by their names.
final class KeyTable {
  let shape: LevelShape
  /// The position of the level in the class hierarchy.
  let level: Int
  private let isByte: Bool
  private var numbers: [Int32]

  init(_ shape: LevelShape, level: Int, isByte: Bool) {
    self.shape = shape
    self.level = level
    self.isByte = isByte
    numbers = isByte ? [Int32](repeating: -1, count: 256) : []
  }

  /// The place of a key among all keys of the hierarchy.
  @inline(__always)
  func place<Key: CodingKey>(of key: Key) -> Int { level << 32 | number(of: key) }

  /// The number of a key.
  func number<Key: CodingKey>(of key: Key) -> Int {
    guard isByte else { return shape.number(ofKey: key.stringValue, key.intValue) }
    // Safe: the buffer is valid in this closure, and its first byte is read only when there is one.
    let byte = unsafe withUnsafeBytes(of: key) { unsafe $0.isEmpty ? 0 : $0[0] }
    let number = numbers[Int(byte)]
    if number >= 0 { return Int(number) }
    let new = shape.number(ofKey: key.stringValue, key.intValue)
    numbers[Int(byte)] = Int32(truncatingIfNeeded: new)
    return new
  }
}
