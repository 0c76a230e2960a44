public import Foundation
public import Stele

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that appears under its name only when it is complete.
///
/// What is written goes to a temporary file in the same directory. ``commit()`` waits until that is on
/// the disk, and then puts it in the place of the old file in one step, with the old file's
/// permissions. Until then, and when writing fails or the process ends, the old file stays as it was.
/// A temporary file that is not committed is removed when the `AtomicFile` is released.
///
/// A symbolic link is followed: the file that it points at is replaced. What is no regular file (a
/// pipe, a terminal, `/dev/null`) cannot be replaced, and is written to directly.
public final class AtomicFile: ByteSink {
  private let path: String
  private var target: Descriptor?
  private var temporaryPath: String?
  private let oldPermissions: mode_t?

  /// Begins a file that will replace what stands at a URL.
  ///
  /// - Throws: ``FileError`` when no file can be made beside it.
  public convenience init(replacing url: URL) throws(FileError) {
    try self.init(replacingPath: url.path)
  }

  /// Begins a file that will replace what stands at a path.
  package init(replacingPath path: String) throws(FileError) {
    let old = Descriptor.facts(at: path)
    if let old, old.isDirectory { throw FileError(.create, path, code: EISDIR) }
    if let old, !old.isRegular {
      self.path = path
      oldPermissions = nil
      target = try Descriptor(writingInPlace: path)
      return
    }
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    oldPermissions = old?.permissions
    let directory = URL(fileURLWithPath: self.path).deletingLastPathComponent()
    // What replaces a private file is never readable for others, not even for a moment.
    let permissions = old.map { $0.permissions & 0o600 } ?? 0o666
    while target == nil {
      let name = ".stele-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
      let candidate = directory.appendingPathComponent(name).path
      do throws(FileError) {
        target = try Descriptor(creating: candidate, permissions: permissions)
        temporaryPath = candidate
      } catch  where error.code == EEXIST {
        continue
      } catch {
        throw FileError(.create, path, code: error.code)
      }
    }
  }

  deinit {
    discard()
  }

  /// Writes bytes at the end.
  ///
  /// - Throws: ``FileError``; the old file stays as it was.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes.span)
  }

  /// Writes bytes at the end.
  ///
  /// - Throws: ``FileError``; the old file stays as it was.
  public func write(_ bytes: Span<UInt8>) throws(FileError) {
    guard let target else { throw FileError(.write, path, code: EBADF) }
    do throws(FileError) {
      try target.write(bytes)
    } catch {
      throw FileError(.write, path, code: error.code)
    }
  }

  /// Puts what was written in the place of the old file.
  ///
  /// Nothing can be written afterwards.
  ///
  /// - Throws: ``FileError``; the old file stays as it was.
  public func commit() throws(FileError) {
    guard let target else { throw FileError(.replace, path, code: EBADF) }
    defer { discard() }
    guard let temporaryPath else { return }
    if let oldPermissions { target.setPermissions(oldPermissions) }
    do throws(FileError) {
      try target.flush()
    } catch {
      throw FileError(.flush, path, code: error.code)
    }
    // Safe: the strings live as C strings during the call.
    guard unsafe rename(temporaryPath, path) == 0 else { throw .last(.replace, path) }
    self.temporaryPath = nil
    Descriptor.flushDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Drops what was written; the old file stays as it was.
  public func discard() {
    target = nil
    // Safe: the string lives as a C string during the call.
    if let temporaryPath { unsafe unlink(temporaryPath) }
    temporaryPath = nil
  }
}

extension AtomicFile {
  /// Replaces a file by one of some bytes, or leaves it as it was.
  ///
  /// - Throws: ``FileError``; the old file stays as it was.
  public static func write(_ bytes: [UInt8], to url: URL) throws(FileError) {
    let file = try AtomicFile(replacing: url)
    try file.write(bytes)
    try file.commit()
  }
}
