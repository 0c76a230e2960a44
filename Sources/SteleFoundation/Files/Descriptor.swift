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
      } catch  where error.code == EINTR {
        continue
      }
    }
  }

  func facts() throws(SystemError) -> FileFacts { try calls.facts(of: number) }

  var isTerminal: Bool {
    #if os(Windows)
      _isatty(number) != 0
    #else
      isatty(number) == 1
    #endif
  }

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
    if error.code == EINTR { return }
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
