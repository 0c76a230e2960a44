internal import Foundation

/// The output of an encoder: bytes that can be kept in a file.
protocol EncodedBytes {
  var byteCount: Int { get }
  /// The bytes, for a file.
  var data: Data { get }
  /// The bytes of a file.
  init(_ data: Data)
}

extension [UInt8]: EncodedBytes {
  var byteCount: Int { count }
  var data: Data { Data(self) }
}

extension Data: EncodedBytes {
  var byteCount: Int { count }
  var data: Data { self }
}

/// Bytes that were written by hand.
struct PositionalBytes: EncodedBytes {
  let raw: RawBytes

  init(_ raw: RawBytes) {
    self.raw = raw
  }

  init(_ data: Data) {
    let start = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, data.count), alignment: 16)
    // Safe: the allocation has room for all bytes, and is handed over.
    unsafe data.withUnsafeBytes { unsafe start.copyMemory(from: $0) }
    guard let first = start.baseAddress else {
      self.raw = unsafe RawBytes(owning: .allocate(byteCount: 1, alignment: 1), count: 0)
      return
    }
    raw = unsafe RawBytes(owning: first, count: data.count)
  }

  var byteCount: Int { raw.count }
  // Safe: the bytes are copied.
  var data: Data { unsafe raw.withBytes { unsafe Data($0) } }
}

/// Many small archives, one after the other.
struct ManyArchives<One: EncodedBytes>: EncodedBytes {
  var archives: [One]

  init(_ archives: [One]) {
    self.archives = archives
  }

  init(_ data: Data) {
    archives = []
    var rest = data
    while rest.count >= 4 {
      let byteCount = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      archives.append(One(Data(rest.dropFirst(4).prefix(byteCount))))
      rest = rest.dropFirst(4 + byteCount)
    }
  }

  var byteCount: Int { archives.reduce(0) { $0 + $1.byteCount } }

  var data: Data {
    var data = Data()
    for archive in archives {
      // Safe: the bytes are copied.
      unsafe withUnsafeBytes(of: UInt32(archive.byteCount).littleEndian) {
        unsafe data.append(contentsOf: $0)
      }
      data.append(archive.data)
    }
    return data
  }
}
