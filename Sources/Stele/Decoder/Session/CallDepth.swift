/// Where the stack of the thread has come to.
///
/// How much stack a level of nested initialisers takes depends on the program and on how it was compiled, so counting
/// levels alone would not keep an archive from overflowing the stack.
struct StackPlace {
  private let address: UInt

  /// Takes note of the place.
  ///
  /// The address sanitizer moves local variables of a known size away from the stack, so this is one whose size is
  /// found out by the address of some object, which need not be retained for that.
  @inline(never)
  init(askedBy object: ObjectIdentifier) {
    let byteCount = 1 + Int(bitPattern: object) >> 4 & 1
    // Safe: the pointer is not used, only its value as a number.
    address = unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) {
      UInt(bitPattern: $0.baseAddress)
    }
  }

  /// How many bytes of stack lie between two places.
  func distance(from other: StackPlace) -> Int {
    let byteCount = address > other.address ? address - other.address : other.address - address
    return Int(truncatingIfNeeded: byteCount)
  }
}
