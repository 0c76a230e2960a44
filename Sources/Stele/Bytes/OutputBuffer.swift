/// A buffer that several encoders write to, one after the other.
///
/// It is a handle of one pointer, without reference counting. An ``OutputOwner`` owns the bytes.
/// A position is the number of bytes before it; it stays valid while the buffer grows.
///
/// Spec §1.4, §1.6.
@safe
struct OutputBuffer {
  @safe
  struct Storage {
    // Safe: an allocation of `capacity` bytes that only this storage has, of which the first `count` are initialised.
    // Each write reserves its bytes first; positions from outside are compared with `count`.
    var start: UnsafeMutableRawPointer
    var capacity: Int
    var count = 0
    /// The deferred bytes, in the order of positions.
    var deferred: [DeferredBytes] = []
    var hasDeferred = false
  }

  /// The memory, which the owner frees after all users of the buffer are gone.
  let cell: Cell<Storage>

  /// Makes a buffer, which the owner frees.
  fileprivate init(capacity: Int) {
    let byteCount = max(capacity, 32)
    cell = Cell(
      unsafe Storage(
        start: .allocate(byteCount: byteCount, alignment: 16), capacity: byteCount))
  }

  fileprivate func free() {
    // Safe: only the owner calls this, when all users are gone.
    unsafe start.deallocate()
    cell.free()
  }

  /// The number of bytes written.
  @inline(__always)
  var count: Int { cell.state.count }

  /// The address of the bytes, until room is made for more.
  @inline(__always)
  var start: UnsafeMutableRawPointer {
    @unsafe get { unsafe cell.state.start }
  }

  /// Whether there is room for any scalar except a string, and one more byte.
  @inline(__always)
  var hasRoom: Bool {
    // A varint of 128 bits has 19 bytes.
    cell.state.capacity &- count >= 20
  }

  /// Makes room for a number of further bytes.
  @inline(__always)
  func reserve(_ byteCount: Int) {
    if cell.state.capacity &- count < byteCount { grow(by: byteCount) }
  }

  @inline(never)
  private func grow(by byteCount: Int) {
    // Safe: the new allocation is larger than the `count` initialised bytes that it takes over.
    let capacity = max(count + byteCount, 2 * cell.state.capacity)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    unsafe larger.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe cell.state.start = unsafe larger
    cell.state.capacity = capacity
  }
}

/// The owner of an output buffer.
final class OutputOwner {
  /// The buffer, valid as long as the owner lives.
  let buffer: OutputBuffer

  init(capacity: Int = 256) { buffer = OutputBuffer(capacity: capacity) }

  deinit { buffer.free() }
}

// MARK: Writing

extension OutputBuffer {
  /// Stores a number at a position.
  // Safe: callers have reserved its bytes, or written some in their place.
  @inline(__always)
  func store<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Integer, at position: Int) {
    unsafe start.storeBytes(of: value, toByteOffset: position, as: Integer.self)
  }

  /// Writes one byte.
  @inline(__always)
  func write(byte: UInt8) {
    reserve(1)
    store(byte, at: count)
    cell.state.count &+= 1
  }

  /// Writes bytes as they are, which must not be those of this buffer.
  @inline(__always)
  func write(contentsOf bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    guard let first = bytes.baseAddress else { return }
    // Safe: as many bytes are reserved.
    unsafe (start + count).copyMemory(from: first, byteCount: bytes.count)
    cell.state.count &+= bytes.count
  }

  /// Writes a range of another buffer that has no deferred bytes.
  func write(contentsOf other: OutputBuffer, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<other.count)
    // Safe: the bytes are initialised, and in another allocation.
    unsafe write(
      contentsOf: UnsafeRawBufferPointer(start: other.start + range.lowerBound, count: range.count))
  }

  /// Writes bytes as they are.
  func write(contentsOf bytes: ArraySlice<UInt8>) {
    // Safe: the pointer stays inside the closure.
    unsafe bytes.withUnsafeBytes { unsafe write(contentsOf: $0) }
  }

  /// Writes bytes as they are.
  func write(contentsOf bytes: [UInt8]) { write(contentsOf: bytes[...]) }

  /// Writes a struct of numbers whose bytes in memory are those in archives.
  @inline(__always)
  func write<Element: BitwiseCopyable>(packed element: Element) {
    // Safe: the element has no references and no gaps; the pointer stays inside the closure.
    unsafe withUnsafeBytes(of: element) { unsafe write(contentsOf: $0) }
  }

  /// Writes an integer at its own width, least significant byte first.
  @inline(__always)
  func write<Integer: FixedWidthInteger & BitwiseCopyable>(littleEndian value: Integer) {
    reserve(MemoryLayout<Integer>.size)
    store(value.littleEndian, at: count)
    cell.state.count &+= MemoryLayout<Integer>.size
  }

  /// Writes an unsigned integer as a varint.
  @inline(__always)
  func write<Integer: FixedWidthInteger & UnsignedInteger>(varint value: Integer) {
    // A varint has a byte for each 7 bits: at most 10, or 19 for 128 bits.
    reserve(19)
    var position = count
    Varint.encode(value) { byte in
      store(byte, at: position)
      position &+= 1
    }
    cell.state.count = position
  }

  /// Writes a count or number, which is never negative, as a varint.
  @inline(__always)
  func write(number: Int) { write(varint: UInt(bitPattern: max(0, number))) }

  /// Writes a signed integer as a zig-zag varint.
  func write(zigzag value: Int128) {
    write(varint: value.zigzag)
  }

  /// Writes a signed integer of at most 64 bits as a zig-zag varint.
  @inline(__always)
  func write(zigzag value: Int64) {
    write(varint: value.zigzag)
  }

  /// Writes a string: its length in bytes, and its UTF-8.
  @inline(__always)
  func write(string: String) {
    // Safe: the pointer stays inside the closure.
    let isWritten: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { utf8 in
      let byteCount = utf8.count
      guard let first = utf8.baseAddress else { return write(byte: 0) }
      reserve(byteCount &+ 10)
      var position = count
      if byteCount < 0x80 {
        store(UInt8(truncatingIfNeeded: byteCount), at: position)
        position &+= 1
      } else {
        write(number: byteCount)
        position = count
      }
      // Safe: there is room for the length, of at most 10 bytes, and the bytes, which stand elsewhere.
      unsafe (start + position).copyMemory(from: first, byteCount: byteCount)
      cell.state.count = position &+ byteCount
    }
    if isWritten == nil { write(bridged: string) }
  }

  @inline(never)
  private func write(bridged string: String) {
    var string = string
    string.withUTF8 { utf8 in
      write(number: utf8.count)
      // Safe: the pointer stays inside the closure.
      unsafe write(contentsOf: UnsafeRawBufferPointer(utf8))
    }
  }
}

extension OutputBuffer {
  /// Removes all bytes after the first ones, and keeps their memory.
  func truncate(to byteCount: Int) {
    cell.state.count = min(count, max(0, byteCount))
    guard cell.state.hasDeferred else { return }
    cell.state.deferred.removeAll { $0.position >= byteCount }
    cell.state.hasDeferred = !cell.state.deferred.isEmpty
  }

  /// Replaces one byte that has been written.
  @inline(__always)
  func replace(byteAt position: Int, with byte: UInt8) {
    guard position >= 0, position < count else { return }
    store(byte, at: position)
  }

  /// Inserts zero bytes at a position.
  private func open(_ byteCount: Int, at position: Int) {
    guard byteCount > 0, position >= 0, position <= count else { return }
    reserve(byteCount)
    // Safe: the `count - position` bytes find room `byteCount` further, which is reserved; the gap is filled at once.
    unsafe (start + position + byteCount).copyMemory(
      from: start + position, byteCount: count - position)
    unsafe (start + position).initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    cell.state.count &+= byteCount
    moveDeferred(from: position, by: byteCount)
  }

  /// Writes bytes between others that have been written.
  func insert(contentsOf other: [UInt8], at position: Int) {
    open(other.count, at: position)
    for (index, byte) in other.enumerated() { replace(byteAt: position + index, with: byte) }
  }

  /// Writes a number between bytes that have been written.
  func insert(number: Int, at position: Int) {
    guard number >= 0x80 else {
      open(1, at: position)
      return replace(byteAt: position, with: UInt8(truncatingIfNeeded: max(0, number)))
    }
    var writer = ByteWriter()
    writer.write(number: number)
    insert(contentsOf: writer.bytes, at: position)
  }

  /// Removes bytes that have been written.
  func remove(_ byteCount: Int, at position: Int) {
    guard byteCount > 0, position >= 0, position + byteCount <= count else { return }
    // Safe: the bytes after those that are removed move to the front.
    unsafe (start + position).copyMemory(
      from: start + position + byteCount, byteCount: count - position - byteCount)
    cell.state.count &-= byteCount
    moveDeferred(from: position, by: -byteCount)
  }

  /// Writes the length of the bytes from a position on before them.
  ///
  /// A byte for the length has been written before the position; a longer length moves the bytes after it.
  @inline(__always)
  func endLength(before position: Int) {
    let byteCount = count &- position
    if byteCount < 0x80, !cell.state.hasDeferred {
      replace(byteAt: position &- 1, with: UInt8(truncatingIfNeeded: byteCount))
    } else {
      endLongLength(before: position)
    }
  }

  @inline(never)
  private func endLongLength(before position: Int) {
    var length = ByteWriter()
    length.write(number: byteCount(from: position))
    replace(byteAt: position - 1, with: length.bytes[0])
    insert(contentsOf: Array(length.bytes.dropFirst()), at: position)
  }
}

// MARK: Deferred bytes

/// Bytes that are copied once, into the finished archive.
@safe
struct DeferredBytes {
  /// The least number of bytes for which deferring is faster.
  static let minimumByteCount = 32_768

  /// The position of the byte after them, which belongs to the same value.
  var position: Int
  /// The number of bytes.
  let byteCount: Int
  // Safe: called with room for `byteCount` bytes.
  /// Writes the bytes, and adds them to a checksum if there is one.
  let copy: (UnsafeMutableRawPointer, inout XXH64Stream?) -> Void
}

extension OutputBuffer {
  /// Writes numbers whose bytes in memory are those in archives, as on little-endian machines.
  ///
  /// - Parameters:
  ///   - elements: The numbers, or structs of numbers.
  ///   - isDeferrable: Whether a large array may be copied later.
  func write<Element: BitwiseCopyable>(packed elements: [Element], isDeferrable: Bool) {
    // Safe, for both: the elements have no references and no gaps, and the pointer stays inside the closure.
    guard isDeferrable,
      elements.count * MemoryLayout<Element>.stride >= DeferredBytes.minimumByteCount
    else { return unsafe elements.withUnsafeBytes { unsafe write(contentsOf: $0) } }
    let byteCount = (elements.count - 1) * MemoryLayout<Element>.stride
    unsafe write(deferred: byteCount) { target, check in
      // Safe: the array has as many bytes, which are elsewhere, and at the target there is room for them.
      unsafe elements.withUnsafeBytes { bytes in
        unsafe check.copy(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]), to: target)
      }
    }
    unsafe elements[(elements.count - 1)...].withUnsafeBytes { unsafe write(contentsOf: $0) }
  }

  /// Writes the low bits of integers, least significant byte first.
  ///
  /// - Parameters:
  ///   - list: The integers.
  ///   - type: The type with the number of bits to write.
  ///   - isDeferrable: Whether a large array may be copied later.
  @inline(__always)
  func write<Integer: FixedWidthInteger, Narrow: FixedWidthInteger & BitwiseCopyable>(
    _ list: [Integer], as type: Narrow.Type, isDeferrable: Bool
  ) {
    let byteCount = list.count * MemoryLayout<Narrow>.size
    if isDeferrable, byteCount >= DeferredBytes.minimumByteCount, let last = list.last {
      let byteCount = byteCount - MemoryLayout<Narrow>.size
      unsafe write(deferred: byteCount) { target, check in
        unsafe list.withUnsafeBufferPointer { list in
          for index in 0..<(list.count &- 1) {
            // Safe: there is room for all elements but the last.
            unsafe target.storeBytes(
              of: Narrow(truncatingIfNeeded: list[index]).littleEndian,
              toByteOffset: index &* MemoryLayout<Narrow>.size, as: Narrow.self)
          }
        }
        // Safe: the bytes have just been written.
        unsafe check?.update(UnsafeRawBufferPointer(start: target, count: byteCount))
      }
      return write(littleEndian: Narrow(truncatingIfNeeded: last))
    }
    for value in list { write(littleEndian: Narrow(truncatingIfNeeded: value)) }
  }

  /// Inserts a number of deferred bytes before the next byte.
  // Safe: the closure is called with room for as many bytes.
  @unsafe
  func write(
    deferred byteCount: Int,
    _ copy: @escaping (UnsafeMutableRawPointer, inout XXH64Stream?) -> Void
  ) {
    cell.state.deferred.append(
      unsafe DeferredBytes(position: count, byteCount: byteCount, copy: copy))
    cell.state.hasDeferred = true
  }

  /// Writes all bytes of another buffer, which is not empty, as deferred bytes.
  func write(deferred output: OutputOwner) {
    let (buffer, end) = (output.buffer, max(0, output.buffer.count - 1))
    unsafe write(deferred: max(0, buffer.byteCount() - 1)) { target, check in
      // Safe: there is room for all bytes but the last one.
      unsafe output.buffer.copy(0..<end, deferredBefore: end + 1, to: target, &check)
    }
    // Deferred bytes have a byte after them.
    write(contentsOf: buffer, end..<buffer.count)
  }

  private func moveDeferred(from position: Int, by byteCount: Int) {
    guard cell.state.hasDeferred else { return }
    for index in cell.state.deferred.indices where cell.state.deferred[index].position >= position {
      cell.state.deferred[index].position += byteCount
    }
  }

  /// Returns the number of bytes from a position on, including deferred ones.
  @inline(__always)
  func byteCount(from position: Int = 0) -> Int {
    cell.state.hasDeferred ? offset(of: count, from: position) : count &- position
  }

  /// Returns the number of bytes between two positions, including deferred ones.
  func offset(of position: Int, from start: Int) -> Int {
    guard cell.state.hasDeferred else { return position - start }
    return cell.state.deferred.reduce(position - start) { sum, part in
      part.position < start || part.position >= position ? sum : sum + part.byteCount
    }
  }
}

// MARK: Reading

extension OutputBuffer {
  /// Returns the bytes from a position on.
  func bytes(from position: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    var check: XXH64Stream?
    append(min(max(0, position), count)..<count, to: &bytes, hashedBy: &check)
    return bytes
  }

  /// Removes the bytes from a position on, and returns them.
  func takeTail(from position: Int) -> [UInt8] {
    let tail = bytes(from: position)
    truncate(to: position)
    return tail
  }

  /// Appends a range of positions to an array, and adds the bytes to a checksum if there is one.
  func append(_ range: Range<Int>, to bytes: inout [UInt8], hashedBy check: inout XXH64Stream?) {
    let range = range.clamped(to: 0..<count)
    let byteCount = offset(of: range.upperBound, from: range.lowerBound)
    guard byteCount > 0 else { return }
    bytes.append(addingCapacity: byteCount) { output in
      // Safe: there is room for `byteCount` bytes, which are the sum of what is copied.
      unsafe output.withUnsafeMutableBufferPointer { target, initializedCount in
        guard let target = target.baseAddress else { return }
        unsafe copy(
          range, deferredBefore: range.upperBound, to: UnsafeMutableRawPointer(target), &check)
        initializedCount = byteCount
      }
    }
  }

  /// Copies the bytes of a range of positions, and the deferred bytes in it and before a position.
  // Safe: the range lies in the buffer, and at the target there is room for `offset(of:from:)` bytes.
  @unsafe
  private func copy(
    _ range: Range<Int>, deferredBefore deferredEnd: Int, to target: UnsafeMutableRawPointer,
    _ check: inout XXH64Stream?
  ) {
    var target = unsafe target
    var position = range.lowerBound
    let end = range.upperBound
    for part in cell.state.deferred
    where part.position >= position && part.position < deferredEnd {
      // Safe: positions do not decrease, and are not after `end`, so each range is in the buffer; the target has room for all.
      let byteCount = part.position - position
      unsafe check.copy(
        UnsafeRawBufferPointer(start: start + position, count: byteCount), to: target)
      unsafe target += byteCount
      unsafe part.copy(target, &check)
      unsafe target += part.byteCount
      position = part.position
    }
    unsafe check.copy(
      UnsafeRawBufferPointer(start: start + position, count: end - position), to: target)
  }
}
