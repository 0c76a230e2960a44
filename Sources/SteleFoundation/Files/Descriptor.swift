/// An open file of the operating system, closed when it is released.
///
/// The number never changes, and the calls that use it are safe in all threads. Interrupted calls
/// are repeated.
final class Descriptor: Sendable {
  /// Only methods of the descriptor use the number: while one runs, the file stays open.
  let number: Int32
  let calls: any SystemCalls
  private let isOwned: Bool

  /// Wraps a file that is already open, and that other code closes.
  init(open number: Int32, _ calls: any SystemCalls) {
    self.number = number
    self.calls = calls
    isOwned = false
  }

  init(
    _ path: FilePath, in folder: Descriptor? = nil, for purpose: OpenPurpose,
    permissions: UInt16 = 0, _ calls: any SystemCalls
  ) throws(SystemError) {
    self.calls = calls
    isOwned = true
    number = try Self.repeating { () throws(SystemError) in
      try calls.open(path, in: folder?.number, for: purpose, permissions: permissions)
    }
  }

  /// Duplicates an open descriptor.
  init(copying number: Int32, _ calls: any SystemCalls) throws(SystemError) {
    self.calls = calls
    isOwned = true
    self.number = try calls.duplicate(number)
  }

  deinit {
    if isOwned { calls.close(number) }
  }

  /// Repeats a call while signals interrupt it.
  private static func repeating<Result>(
    _ call: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    while true {
      do throws(SystemError) {
        return try call()
      } catch  where error == .interrupted {
        continue
      }
    }
  }

  func facts() throws(SystemError) -> FileFacts { try calls.facts(of: number) }

  var isTerminal: Bool { Kernel.isTerminal(number) }

  /// Reads bytes into a buffer, at an offset or at the current position, and returns their number: 0 at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int? = nil
  ) throws(SystemError) -> Int {
    while true {
      do throws(SystemError) {
        return try unsafe calls.read(number, into: buffer, at: offset)
      } catch {
        try recover(from: error, toWrite: false)
      }
    }
  }

  /// Writes all of some bytes.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    // Safe: only bytes of the buffer are read, while the closure runs.
    try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemError) in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        do throws(SystemError) {
          let count = try unsafe calls.write(number, UnsafeRawBufferPointer(rebasing: rest))
          guard count > 0 else { throw SystemError.inputOutput }
          unsafe rest = rest.dropFirst(count)
        } catch {
          try recover(from: error, toWrite: true)
        }
      }
    }
  }

  /// Returns if a failed call is worth another attempt, and otherwise throws its error.
  private func recover(from error: SystemError, toWrite: Bool) throws(SystemError) {
    if error == .interrupted { return }
    guard error.wouldBlock else { throw error }
    // Another process made the file nonblocking, and shares it.
    try Self.repeating { () throws(SystemError) in
      try calls.wait(for: number, toWrite: toWrite)
    }
  }

  /// Waits until the bytes written are on the disk.
  func flush() throws(SystemError) {
    try Self.repeating { () throws(SystemError) in try calls.flush(number) }
  }
}

extension Descriptor {
  /// Reads up to a number of bytes at an offset, fewer only at the end.
  func read(_ byteCount: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    guard byteCount > 0 else { return [] }
    try SystemError.checkMemory(byteCount)
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
          try SystemError.checkMemory(capacity)
        }
        bytes.reserveCapacity(capacity)
      }
      bytes += part[..<count]
    }
  }
}
