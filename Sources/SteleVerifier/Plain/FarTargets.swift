/// Objects far from those that refer to them, which have been reached and are yet to be noted as such, each with where
/// the set begins of those that are to be of a class.
///
/// Noting one mostly waits for memory. A loop that does nothing else waits for many of them at a time.
struct FarTargets {
  /// How many objects lie between what is far apart.
  private static let distance = 2048

  private var items = InlineArray<64, UInt64>(repeating: 0)
  private var count = 0
  /// Before this object is read, all have to be noted: it may be one of them.
  private(set) var due = Int.max

  /// Whether an object is far from another one.
  @inline(__always)
  static func isFar(_ target: Int, from number: Int) -> Bool {
    UInt(bitPattern: target &- number &+ distance) >= UInt(2 * distance)
  }

  /// Adds an object that exists, and that is far from the one that is read.
  @inline(__always)
  mutating func add(
    _ target: Int, from number: Int, _ base: UInt32, _ reached: inout MutableSpan<UInt64>,
    _ asked: inout MutableSpan<UInt64>
  ) {
    if count == 0 { due = number &+ Self.distance }
    items[count] = UInt64(base) &<< 32 | UInt64(truncatingIfNeeded: target)
    count &+= 1
    if count == items.count { note(&reached, &asked) }
  }

  /// Notes all.
  @inline(never)
  mutating func note(
    _ reached: inout MutableSpan<UInt64>, _ asked: inout MutableSpan<UInt64>
  ) {
    for index in 0..<count {
      let item = items[index]
      let (word, bit) = Bitmap.place(of: Int(item & 0xFFFF_FFFF))
      reached[word] |= bit
      asked[Int(item &>> 32) &+ word] |= bit
    }
    count = 0
    due = .max
  }
}
