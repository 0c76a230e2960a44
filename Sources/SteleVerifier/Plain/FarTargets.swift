/// Objects far from those that refer to them, which have been reached and are yet to be noted as such.
///
/// Noting one mostly waits for memory. A loop that does nothing else waits for many of them at a time.
struct FarTargets {
  /// How many objects lie between what is far apart.
  private static let distance = 2048

  private var items = InlineArray<64, Int>(repeating: 0)
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
  mutating func add(_ target: Int, from number: Int, _ reached: inout MutableSpan<UInt64>) {
    if count == 0 { due = number &+ Self.distance }
    items[count] = target
    count &+= 1
    if count == items.count { note(&reached) }
  }

  /// Notes all.
  @inline(never)
  mutating func note(_ reached: inout MutableSpan<UInt64>) {
    for index in 0..<count {
      let (word, bit) = Bitmap.place(of: items[index])
      reached[word] |= bit
    }
    count = 0
    due = .max
  }
}
