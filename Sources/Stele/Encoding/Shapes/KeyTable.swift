/// The numbers of the keys of one type of coding keys in a level.
///
/// Most such types are enums without payload, of one byte or none: that byte finds the number. Other keys are
/// found by their names.
@safe
class KeyTable {
  final let shape: LevelShape
  /// The position of the level in the class hierarchy.
  final let level: Int
  private let byteCount: Int?
  // Safe: an allocation of 256 initialised numbers, one for each byte.
  private let numbers: UnsafeMutablePointer<Int32>

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - shape: The keys of the level.
  ///   - level: The position of the level in the class hierarchy.
  ///   - byteCount: The size of the keys when they are enums that it finds, 0 or 1; otherwise nil.
  fileprivate init(_ shape: LevelShape, level: Int, byteCount: Int?) {
    self.shape = shape
    self.level = level
    self.byteCount = byteCount
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
  final func place<Key: CodingKey>(of key: Key) -> Int { level << 32 | number(of: key) }

  /// The number of a key.
  @inline(__always)
  final func number<Key: CodingKey>(of key: Key) -> Int {
    guard let byteCount else { return find(key) }
    // Safe: keys of this table have as many bytes, none or one.
    let byte = unsafe withUnsafePointer(to: key) {
      unsafe byteCount == 0 ? 0 : UnsafeRawPointer($0).load(as: UInt8.self)
    }
    // Safe: there is a number for each byte.
    let number = unsafe numbers[Int(byte)]
    return number >= 0 ? Int(number) : find(key, byte)
  }

  @inline(never)
  private final func find<Key: CodingKey>(_ key: Key, _ byte: UInt8) -> Int {
    let number = find(key)
    // Safe: as above.
    unsafe numbers[Int(byte)] = Int32(truncatingIfNeeded: number)
    return number
  }

  private final func find<Key: CodingKey>(_ key: Key) -> Int {
    shape.number(ofKey: key.stringValue, key.intValue)
  }
}

/// The table of one type of coding keys.
final class TypedKeyTable<Key: CodingKey>: KeyTable {
  // The type and its conformance, so that the program need not look for them each time.
  private let maker: any ContainerMaking<Key>.Type = KeyedContainer<Key>.self

  init(_ shape: LevelShape, level: Int) {
    let byteCount = MemoryLayout<Key>.size
    super.init(shape, level: level, byteCount: byteCount <= 1 ? byteCount : nil)
  }

  /// Makes a container of keys of the type.
  func makeContainer(_ frame: EncodingFrame) -> KeyedEncodingContainer<Key> {
    make(maker, frame)
  }

  private func make<Maker: ContainerMaking<Key>>(
    _ maker: Maker.Type, _ frame: EncodingFrame
  ) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(maker.init(frame: frame, table: self))
  }
}

/// A keyed container that can be made of what it writes to.
protocol ContainerMaking<Key>: KeyedEncodingContainerProtocol {
  init(frame: EncodingFrame, table: KeyTable)
}
