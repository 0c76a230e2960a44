public import Foundation
public import Stele

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file whose bytes are looked at without being copied.
///
/// Mapping is for files that nobody else changes: the process ends when the file becomes shorter while it is
/// looked at. ``FileSource`` copies what it reads, and is for all other uses.
@safe
public final class MappedFile: Sendable {
  // Safe: the mapping is made in `init`, read only, and taken away in `deinit`; `withBytes` alone hands it out,
  // for as long as its closure runs.
  private nonisolated(unsafe) let start: UnsafeRawPointer?

  /// The number of bytes.
  public let byteCount: Int

  /// Maps a file.
  ///
  /// - Parameter url: A regular file.
  /// - Throws: What the operating system says when the file cannot be opened or mapped.
  public convenience init(_ url: URL) throws(FileError) {
    try self.init(path: url.path)
  }

  /// Maps the file at a path.
  package init(path: String) throws(FileError) {
    let descriptor = try Descriptor(reading: path)
    byteCount = try descriptor.facts().byteCount
    guard byteCount > 0 else {
      unsafe start = nil
      return
    }
    // Safe: a new mapping of byteCount bytes at a place that the system chooses.
    guard let mapped = unsafe descriptor.map(byteCount) else {
      throw FileError.last(.read, path)
    }
    unsafe start = UnsafeRawPointer(mapped)
  }

  deinit {
    // Safe: the mapping that `init` made, of the same size, which nobody uses any more.
    if let start = unsafe start {
      unsafe munmap(UnsafeMutableRawPointer(mutating: start), byteCount)
    }
  }

  /// Lets a closure look at the bytes.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // Safe: the pages are there for byteCount bytes, and bytes of any value are a UInt8.
    let buffer = unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
    return unsafe body(Span(_bytes: buffer.bytes))
  }

  /// Gives memory back that holds bytes which have been passed; they are read anew when they are looked at.
  ///
  /// - Parameter range: Offsets; whole pages inside of it are given back.
  public func release(_ range: Range<Int>) {
    let pageByteCount = 1 << 16
    let range = range.clamped(to: 0..<byteCount)
    let lower = (range.lowerBound + pageByteCount - 1) / pageByteCount * pageByteCount
    let upper = range.upperBound / pageByteCount * pageByteCount
    guard let start = unsafe start, lower < upper else { return }
    // Safe: the range lies inside the mapping and begins at a page; a read-only mapping of a file loses
    // nothing, its pages come back from the file.
    _ = unsafe madvise(
      UnsafeMutableRawPointer(mutating: start + lower), upper - lower, Int32(MADV_DONTNEED))
  }
}

extension MappedFile: ByteSource {
  /// A copy of some bytes.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    withBytes { bytes in
      let part = bytes.extracting(range.clamped(to: 0..<bytes.count))
      return [UInt8](capacity: part.count) { copy in
        for index in part.indices { copy.append(part[index]) }
      }
    }
  }
}
