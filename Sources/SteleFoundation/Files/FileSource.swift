public import Foundation
public import Stele

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file as the source of the bytes of an archive.
///
/// Each request is one read at an offset into a private copy, not an access to mapped memory: when
/// another program makes a mapped file shorter, the next access to it ends the process, whereas here
/// the read gives fewer bytes and the archive is refused as truncated. A reader asks for blocks of
/// about 64 KiB, for which a copy costs little.
public struct FileSource: ByteSource {
  /// The number of bytes that the file had when it was opened.
  public let byteCount: Int
  private let descriptor: Descriptor

  /// Opens a file.
  ///
  /// - Throws: ``FileError`` when the file cannot be opened or is not a regular file.
  public init(_ url: URL) throws(FileError) {
    try self.init(path: url.path)
  }

  /// Opens the file at a path.
  package init(path: String) throws(FileError) {
    descriptor = try Descriptor(reading: path)
    let facts = try descriptor.facts()
    guard facts.isRegular else {
      throw FileError(.read, path, code: facts.isDirectory ? EISDIR : ESPIPE)
    }
    byteCount = facts.byteCount
  }

  /// A copy of some bytes, fewer when the file has become shorter or cannot be read.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    let clamped = range.clamped(to: 0..<byteCount)
    return (try? descriptor.read(clamped.count, at: clamped.lowerBound)) ?? []
  }

  /// A copy of the whole file.
  ///
  /// - Throws: ``FileError`` when the file cannot be read.
  public func bytes() throws(FileError) -> [UInt8] {
    try descriptor.read(byteCount, at: 0)
  }

  /// The bytes of a file, or of whatever can be read from a path, such as a pipe.
  ///
  /// - Throws: ``FileError`` when it cannot be opened or read.
  package static func bytes(ofPath path: String) throws(FileError) -> [UInt8] {
    let descriptor = try Descriptor(reading: path)
    let facts = try descriptor.facts()
    guard facts.isRegular, facts.byteCount > 0 else { return try descriptor.readToEnd() }
    return try descriptor.read(facts.byteCount, at: 0)
  }

  /// Whether there is a regular file at a path.
  package static func isRegularFile(_ path: String) -> Bool {
    Descriptor.facts(at: path)?.isRegular ?? false
  }
}
