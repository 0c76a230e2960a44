/// The errors of ``PositionalReader``.
enum PositionalError: Error {
  case checksum
  case truncated
  case overlongNumber
  case malformedText
  case referenceOutOfRange
  case trailingBytes
}

/// Reads the bytes of ``PositionalWriter``, without trusting them.
@safe
struct PositionalReader {
  // Safe: every read compares its size with what remains first; the closure of `read` bounds the lifetime.
  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var position = 0

  private init(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count >= 8 else { throw PositionalError.truncated }
    unsafe self.bytes = bytes
    end = bytes.count - 8
    // Safe: there are eight bytes from `end` on.
    let checksum = unsafe bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
    guard unsafe Checksum.xxh64(UnsafeRawBufferPointer(rebasing: bytes[..<end])) == checksum else {
      throw PositionalError.checksum
    }
  }

  /// Reads all of some bytes.
  static func read<Result>(
    _ bytes: RawBytes, _ body: (inout PositionalReader) throws -> Result
  ) throws -> Result {
    // Safe: the reader does not outlive the closure.
    try unsafe bytes.withBytes { bytes in
      var reader = unsafe try PositionalReader(bytes)
      let result = try body(&reader)
      guard reader.position == reader.end else { throw PositionalError.trailingBytes }
      return result
    }
  }

  /// The number of bytes that have not been read.
  var remaining: Int { end &- position }

  @inline(__always)
  mutating func fixed<Number: BitwiseCopyable>(_ type: Number.Type = Number.self) throws -> Number {
    guard remaining >= MemoryLayout<Number>.size else { throw PositionalError.truncated }
    // Safe: the bytes are there, and the callers read types of which any bits are a value.
    let number = unsafe bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
    position &+= MemoryLayout<Number>.size
    return number
  }

  @inline(__always)
  mutating func flag() throws -> Bool {
    let byte = try fixed(UInt8.self)
    guard byte <= 1 else { throw PositionalError.overlongNumber }
    return byte == 1
  }

  @inline(__always)
  mutating func varint() throws -> UInt64 {
    let first = try fixed(UInt8.self)
    return first < 0x80 ? UInt64(first) : try rest(after: first)
  }

  @inline(never)
  private mutating func rest(after first: UInt8) throws -> UInt64 {
    var number = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while shift < 64 {
      let byte = try fixed(UInt8.self)
      number |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        guard byte != 0, shift < 63 || byte == 1 else { throw PositionalError.overlongNumber }
        return number
      }
      shift += 7
    }
    throw PositionalError.overlongNumber
  }

  @inline(__always)
  mutating func signed() throws -> Int {
    let number = try varint()
    return Int(truncatingIfNeeded: Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  /// Reads the count of things that take some bytes each.
  @inline(__always)
  mutating func count(ofSize byteCount: Int = 1) throws -> Int {
    let number = try varint()
    guard number <= UInt64(remaining / byteCount) else { throw PositionalError.truncated }
    return Int(number)
  }

  /// Reads the number of one of some things.
  @inline(__always)
  mutating func reference(below bound: Int) throws -> Int {
    let number = try varint()
    guard number < UInt64(bound) else { throw PositionalError.referenceOutOfRange }
    return Int(number)
  }

  @inline(__always)
  mutating func text() throws -> String {
    let byteCount = try count()
    // Safe: the bytes are there.
    let utf8 = unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ byteCount)])
    position &+= byteCount
    return unsafe try Self.text(utf8)
  }

  /// Makes a text from ASCII at once; anything else is validated first.
  @inline(__always)
  private static func text(_ utf8: UnsafeRawBufferPointer) throws -> String {
    var offset = 0
    var bits: UInt64 = 0
    // Safe: each load is within the count that its loop compares.
    while offset &+ 8 <= utf8.count {
      bits |= unsafe utf8.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < utf8.count {
      bits |= UInt64(unsafe utf8[offset])
      offset &+= 1
    }
    if bits & 0x8080_8080_8080_8080 == 0 { return unsafe String(decoding: utf8, as: UTF8.self) }
    guard let text = unsafe String(validating: utf8, as: UTF8.self) else {
      throw PositionalError.malformedText
    }
    return text
  }

  @inline(__always)
  mutating func optionalText() throws -> String? {
    try flag() ? try text() : nil
  }

  /// Reads elements in the form they have in memory, of a type of which any bits are a value.
  mutating func packed<Element: BitwiseCopyable>(_ type: Element.Type) throws -> [Element] {
    let byteCount = MemoryLayout<Element>.stride
    let elementCount = try count(ofSize: byteCount)
    // Safe: the bytes are there; all elements are initialised from them.
    let elements = unsafe [Element](unsafeUninitializedCapacity: elementCount) { target, count in
      unsafe UnsafeMutableRawBufferPointer(target).copyMemory(
        from: UnsafeRawBufferPointer(
          rebasing: bytes[position..<(position + elementCount * byteCount)]))
      count = elementCount
    }
    position &+= elementCount * byteCount
    return elements
  }
}
