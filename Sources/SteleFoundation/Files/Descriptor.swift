#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An open file of the operating system, closed when it is released.
///
/// The number never changes and the calls that use it are safe in all threads.
final class Descriptor: Sendable {
  let path: String
  private let number: Int32
  private let isOwned: Bool

  /// The facts about a file that decide how it is read and replaced.
  struct Facts {
    let byteCount: Int
    let mode: mode_t

    var isRegular: Bool { mode & S_IFMT == S_IFREG }
    var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
    var permissions: mode_t { mode & 0o7777 }

    init(_ facts: stat) {
      byteCount = Int(facts.st_size)
      mode = facts.st_mode
    }
  }

  /// Wraps a file that is open and that others close.
  init(open number: Int32, path: String) {
    self.number = number
    self.path = path
    isOwned = false
  }

  /// Opens a file for reading.
  init(reading path: String) throws(FileError) {
    // Safe: the string lives as a C string during the call.
    number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    self.path = path
    isOwned = true
    guard number >= 0 else { throw .last(.open, path) }
  }

  /// Makes a file that must not exist yet.
  init(creating path: String, permissions: mode_t) throws(FileError) {
    // Safe: the string lives as a C string during the call.
    number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    self.path = path
    isOwned = true
    guard number >= 0 else { throw .last(.create, path) }
  }

  /// Opens something that is not a regular file, such as a pipe or a terminal, for writing.
  init(writingInPlace path: String) throws(FileError) {
    // Safe: the string lives as a C string during the call.
    number = unsafe open(path, O_WRONLY | O_CLOEXEC)
    self.path = path
    isOwned = true
    guard number >= 0 else { throw .last(.create, path) }
  }

  deinit {
    if isOwned, number >= 0 { close(number) }
  }

  /// What stands at a path, links being followed, or nil when there is nothing.
  static func facts(at path: String) -> Facts? {
    var facts = stat()
    // Safe: both pointers live during the call, which fills one stat.
    return unsafe stat(path, &facts) == 0 ? Facts(facts) : nil
  }

  /// What the open file is.
  func facts() throws(FileError) -> Facts {
    var facts = stat()
    // Safe: the pointer lives during the call, which fills one stat.
    guard unsafe fstat(number, &facts) == 0 else { throw .last(.read, path) }
    return Facts(facts)
  }

  /// Maps the file for reading, or gives nil when the system cannot.
  func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    // Safe: a new mapping at a place that the system chooses; MAP_FAILED is the address -1.
    let place = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, number, 0)
    return unsafe place == UnsafeMutableRawPointer(bitPattern: -1) ? nil : place
  }

  /// Reads at an offset: as many bytes as there are, up to a number.
  func read(_ byteCount: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var code: Int32 = 0
    // Safe: the buffer has byteCount bytes, and its first `count` are initialised when the closure ends.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, byteCount)) { buffer, count in
      while count < byteCount {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count..<byteCount])
        let step = unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + count))
        if step > 0 {
          count += step
        } else if step == 0 {
          return
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    guard code == 0 else { throw FileError(.read, path, code: code) }
    return bytes
  }

  /// Reads from where the last read ended: up to a number of bytes, none at the end.
  func readNext(_ byteCount: Int) throws(FileError) -> [UInt8] {
    var code: Int32 = 0
    // Safe: the buffer has byteCount bytes, and its first `count` are initialised when the closure ends.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, byteCount)) { buffer, count in
      var step = -1
      repeat {
        #if canImport(Darwin)
          step = unsafe Darwin.read(number, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          step = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          step = unsafe Musl.read(number, buffer.baseAddress, buffer.count)
        #endif
      } while step < 0 && errno == EINTR
      if step < 0 { code = errno }
      count = max(0, step)
    }
    guard code == 0 else { throw FileError(.read, path, code: code) }
    return bytes
  }

  /// Reads all that is still to be read.
  func readToEnd() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try readNext(1 << 16)
      if part.isEmpty { return bytes }
      bytes += part
    }
  }

  /// Writes all of some bytes.
  func write(_ bytes: Span<UInt8>) throws(FileError) {
    var code: Int32 = 0
    // Safe: only bytes of the buffer are read, while the closure runs.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          let step = unsafe Darwin.write(number, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          let step = unsafe Glibc.write(number, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let step = unsafe Musl.write(number, rest.baseAddress, rest.count)
        #endif
        if step >= 0 {
          done += step
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    guard code == 0 else { throw FileError(.write, path, code: code) }
  }

  /// Whether it is a terminal.
  var isTerminal: Bool { isatty(number) == 1 }

  /// Sets the permissions, as far as the file system has any.
  func setPermissions(_ permissions: mode_t) {
    _ = fchmod(number, permissions)
  }

  /// Waits until what was written is on the disk.
  func flush() throws(FileError) {
    guard fsync(number) == 0 else { throw .last(.flush, path) }
  }

  /// Waits until the names in a directory are on the disk, where the file system can do that.
  static func flushDirectory(_ path: String) {
    guard let directory = try? Descriptor(reading: path) else { return }
    _ = fsync(directory.number)
  }
}
