public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file as the source of the bytes of an archive.
///
/// Each request reads a private copy at an offset, rather than mapped memory: if another program
/// shortens a mapped file, the next access to it ends the process. A reader asks for blocks of
/// about 64 KiB, for which a copy costs little.
///
/// Files that the system generates when they are read, such as those in `/proc`, report a size of
/// zero; they are read to their end when they are opened.
///
/// Bytes that cannot be read or no longer exist cause a ``FileError``. An archive that is read from the file then throws an
/// `ArchiveError` with this error as its `sourceError`.
public struct FileSource: ByteSource {
  /// The number of bytes that the file had when it was opened; for a file without a size, the
  /// number read.
  public let byteCount: Int
  /// The content of a file that reported a size of zero but has content.
  private let content: [UInt8]
  private let path: FilePath
  private let descriptor: Descriptor
  private let modificationTime: Int64

  /// Opens a file.
  ///
  /// - Throws: ``FileError`` if the file cannot be opened or is not a regular file. Does not wait
  ///   for other processes.
  /// - Complexity: O(1) calls of the system.
  public init(_ url: URL) throws(FileError) {
    try self.init(FilePath(url, for: .open))
  }

  package init(_ path: FilePath, _ calls: any SystemCalls = Kernel()) throws(FileError) {
    let descriptor = try FileError.saying(.open, path) { () throws(SystemError) in
      try Descriptor(path, for: .readingRegular, calls)
    }
    try self.init(path, descriptor)
  }

  private init(_ path: FilePath, _ descriptor: Descriptor) throws(FileError) {
    let facts = try FileError.saying(.read, path) { () throws(SystemError) in
      try descriptor.facts()
    }
    switch facts.kind {
    case .regular: break
    case .folder: throw FileError(.read, path.text, code: SystemError.isFolder.code)
    default: throw FileError(.read, path.text, .notRegular(facts.kind.rawValue))
    }
    self.path = path
    self.descriptor = descriptor
    // At the end of an empty file, this is one call.
    content =
      facts.byteCount > 0
      ? [] : try descriptor.readToEnd(path, limit: ReadLimit.streamByteCount)
    byteCount = max(facts.byteCount, content.count)
    modificationTime = facts.modificationTime
  }

  /// Appends bytes from an offset on until the buffer is full.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, or has become shorter.
  public func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) throws(FileError) {
    buffer.append(contentsOf: try bytes(in: offset..<(offset + buffer.freeCapacity)))
  }

  /// Returns a copy of some bytes.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, has become shorter, or does not fit into memory.
  /// - Complexity: O(*n*), where *n* is the length of the range.
  public func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    guard content.isEmpty else { return Array(content[range]) }
    let limit = ReadLimit.memoryByteCount
    guard range.count <= limit else { throw FileError(.read, path.text, .tooLarge(limit: limit)) }
    let bytes = try FileError.saying(.read, path) { () throws(SystemError) in
      try descriptor.read(range.count, at: range.lowerBound)
    }
    guard bytes.count == range.count else { throw FileError(.read, path.text, .changed) }
    return bytes
  }

  /// Returns a copy of the whole file.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, was changed since it was opened, or does not fit into memory.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func bytes() throws(FileError) -> [UInt8] {
    let bytes = try bytes(in: 0..<byteCount)
    try checkUnchanged()
    return bytes
  }

  /// Checks that the file has not changed since it was opened, according to its size and
  /// modification time.
  ///
  /// - Throws: ``FileError/Reason/changed``, or the reason why its metadata cannot be read.
  public func checkUnchanged() throws(FileError) {
    guard content.isEmpty else { return }
    let facts = try FileError.saying(.read, path) { () throws(SystemError) in
      try descriptor.facts()
    }
    guard facts.byteCount == byteCount, facts.modificationTime == modificationTime else {
      throw FileError(.read, path.text, .changed)
    }
  }

  /// Returns the bytes of a file, or of anything that can be read at a path, such as a pipe.
  ///
  /// - Throws: ``FileError`` if it cannot be opened or read, or if a pipe or device has more than
  ///   ``ReadLimit/streamByteCount`` bytes.
  package static func bytes(
    of path: FilePath, _ calls: any SystemCalls = Kernel()
  ) throws(FileError) -> [UInt8] {
    let descriptor = try FileError.saying(.open, path) { () throws(SystemError) in
      try Descriptor(path, for: .reading, calls)
    }
    let facts = try FileError.saying(.read, path) { () throws(SystemError) in
      try descriptor.facts()
    }
    guard facts.kind == .regular else {
      return try descriptor.readToEnd(path, limit: ReadLimit.streamByteCount)
    }
    return try FileSource(path, descriptor).bytes()
  }

  /// Returns the identity of the regular file at a path, following links, or nil if it does not exist or is not regular.
  package static func identity(ofRegularFile path: FilePath) -> FileFacts.Identity? {
    let facts = try? Kernel().facts(at: path, in: nil, followingLinks: true)
    return facts?.kind == .regular ? facts?.identity : nil
  }
}
