#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif os(Windows)
  internal import CRT
#endif

extension Descriptor {
  /// Reads up to a number of bytes at an offset, fewer only at the end.
  func read(_ byteCount: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    guard byteCount > 0 else { return [] }
    try Self.checkMemory(byteCount)
    var failure: SystemError?
    // Safe: the buffer has byteCount bytes, and its first `count` are initialised when the closure ends.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      do throws(SystemError) {
        while count < byteCount {
          let rest = unsafe UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let step = try unsafe read(into: rest, at: offset + count)
          guard step > 0 else { return }
          count += step
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads all remaining bytes; errors name the path.
  ///
  /// - Throws: ``FileError/Reason/tooLarge(limit:)`` if there are more bytes than the limit.
  func readToEnd(_ path: FilePath, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try FileError.saying(.read, path) { () throws(SystemError) in
        // Safe: the buffer is that of the array, and lives during the call.
        try unsafe part.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
          try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
        }
      }
      if count == 0 { return bytes }
      guard count <= limit - bytes.count else {
        throw FileError(.read, path.text, .tooLarge(limit: limit))
      }
      if bytes.capacity - bytes.count < count {
        let capacity = max(1 << 20, bytes.count * 2)
        try FileError.saying(.read, path) { () throws(SystemError) in
          try Self.checkMemory(capacity)
        }
        bytes.reserveCapacity(capacity)
      }
      bytes += part[..<count]
    }
  }

  /// Checks that the system has this much memory: otherwise an array would end the process.
  private static func checkMemory(_ byteCount: Int) throws(SystemError) {
    guard byteCount >= 1 << 20 else { return }
    // Safe: the memory is freed at once.
    guard let memory = unsafe malloc(byteCount) else { throw SystemError(ENOMEM) }
    unsafe free(memory)
  }
}
