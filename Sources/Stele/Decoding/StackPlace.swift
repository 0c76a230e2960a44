/// Where the stack of the thread has come to.
///
/// How much stack a level of nested initialisers takes depends on the program and on how it was compiled, so counting
/// levels alone would not keep an archive from overflowing the stack.
struct StackPlace {
  private let address: UInt

  /// Takes note of the place.
  @inline(never)
  init() {
    var local: UInt8 = 0
    // Safe: the pointer is not used, only its value as a number.
    address = unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
  }

  /// How many bytes of stack lie between two places.
  func distance(from other: StackPlace) -> Int {
    let byteCount = address > other.address ? address - other.address : other.address - address
    return Int(truncatingIfNeeded: byteCount)
  }
}
