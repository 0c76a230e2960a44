/// The numbers of the keys of one type of coding keys in a level.
///
/// Most such types are enums without payload, of one byte or none: that byte finds the number. Other keys are
/// found by their names.
@safe
final class KeyTable {
  let shape: LevelShape
  /// The position of the level in the class hierarchy.
  let level: Int
  private let isByte: Bool
  // Safe: an allocation of 256 initialised numbers, one for each byte.
  private let numbers: UnsafeMutablePointer<Int32>

  init(_ shape: LevelShape, level: Int, isByte: Bool) {
    self.shape = shape
    self.level = level
    self.isByte = isByte
    // Safe: see above.
    unsafe numbers = .allocate(capacity: 256)
    unsafe numbers.initialize(repeating: -1, count: 256)
  }

  deinit {
    // Safe: nothing else has the allocation.
    unsafe numbers.deallocate()
  }

  /// The place of a key among all keys of the hierarchy.
  @inline(__always)
  func place<Key: CodingKey>(of key: Key) -> Int { level << 32 | number(of: key) }

  /// The number of a key.
  func number<Key: CodingKey>(of key: Key) -> Int {
    guard isByte else { return shape.number(ofKey: key.stringValue, key.intValue) }
    // Safe: the buffer is valid in this closure, and its first byte is read only when there is one.
    let byte = unsafe withUnsafeBytes(of: key) { unsafe $0.isEmpty ? 0 : $0[0] }
    // Safe, here and below: there is a number for each byte.
    let number = unsafe numbers[Int(byte)]
    if number >= 0 { return Int(number) }
    let new = shape.number(ofKey: key.stringValue, key.intValue)
    unsafe numbers[Int(byte)] = Int32(truncatingIfNeeded: new)
    return new
  }
}
