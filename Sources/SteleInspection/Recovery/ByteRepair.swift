/// A repair of bytes by one byte.
struct ByteRepair: Hashable {
  /// The change that repairs the bytes.
  enum Change: Hashable {
    /// One byte has another value.
    case replace(with: UInt8)
    /// One byte is missing.
    case insert(UInt8)
    /// One byte is too many.
    case remove
  }

  /// The offset of the byte; a missing byte is inserted before it.
  var offset: Int
  let change: Change

  /// The number of bytes that the repair adds.
  var growth: Int {
    switch change {
    case .replace: 0
    case .insert: 1
    case .remove: -1
    }
  }
}
