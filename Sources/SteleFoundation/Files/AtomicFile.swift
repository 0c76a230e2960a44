public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that appears under its name only when it is complete.
///
/// Bytes are written to a new file in the same folder. ``commit()`` waits until they are on the
/// disk, and then replaces the old file in one step. Until then, and if something fails or the
/// process ends, the old file stays as it was.
///
/// ## Which file is replaced
///
/// The operating system resolves the path once, at the beginning. If folders or links on the path change afterwards, the new
/// file still gets into the folder that was found. If the last name is a symbolic link, the link stays; its target is replaced,
/// or created if it does not exist. A loop of links is an error.
///
/// A file that is not a regular one (a FIFO, a terminal, `/dev/null`, `/dev/stdout`) cannot be
/// replaced, and is written to directly.
///
/// ## Owner and permissions
///
/// The new file gets the nine permission bits of the old one, and its owner and group if the
/// process may set them. If it may not set the group, the new group gets the permissions of all
/// other users. The set-user-ID, set-group-ID and sticky bits are not kept, nor are access control
/// lists and extended attributes. Other hard links to the old file keep the old content.
///
/// ## What can be left over
///
/// On Linux, the new file has no name until it is committed: nothing is left over, however the process ends. Only between the
/// last two calls of a commit that replaces an old file is it named `.stele-*.tmp`, with letters and digits that follow from
/// its name. On file systems without unnamed files (FAT and NFS, for example), and on systems other than Linux, it has this
/// name from the beginning.
///
/// A temporary file is removed when the `AtomicFile` is discarded or released. It stays if the process is killed or the power
/// fails first. The next save of a file of the same name in the same folder removes it, except on file systems without locks,
/// where it may still be in use. You may remove it when no process is saving.
public final class AtomicFile: ByteSink {
  private enum Place {
    case folder(Descriptor, name: FilePath, TemporaryFile)
    case inPlace(Descriptor)
    case none
  }

  private let path: FilePath
  private var place: Place

  /// Begins a file that will replace the one at a URL.
  ///
  /// - Throws: ``FileError`` if the URL does not name a file, or no file can be made in its folder.
  /// - Complexity: O(1) calls of the system.
  public convenience init(replacing url: URL) throws(FileError) {
    try self.init(replacing: FilePath(url, for: .create))
  }

  package init(
    replacing path: FilePath, _ calls: any SystemCalls = Kernel()
  ) throws(FileError) {
    self.path = path
    place = try FileError.saying(.create, path) { () throws(SystemError) in
      switch try SaveTarget(path, calls) {
      case .inPlace(let file):
        return .inPlace(file)
      case .file(let folder, let name, let old):
        // The replacement of a private file is never readable by others, not even for a moment.
        let file = try TemporaryFile(
          in: folder, for: name, permissions: old == nil ? 0o666 : 0o600)
        return .folder(folder, name: name, file)
      }
    }
  }

  deinit {
    discard()
  }

  /// The temporary file, while it has a temporary name that must be removed if the process ends.
  package var temporaryFile: TemporaryFile? {
    guard case .folder(_, _, let file) = place, file.hasName else { return nil }
    return file
  }

  /// Writes bytes at the end.
  ///
  /// - Throws: ``FileError``; then the file is discarded, and the old file stays as it was.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    let part = bytes[...]
    try write(part.span)
  }

  /// Writes bytes at the end.
  ///
  /// - Throws: ``FileError``; then the file is discarded, and the old file stays as it was.
  public func write(_ bytes: Span<UInt8>) throws(FileError) {
    do throws(FileError) {
      try FileError.saying(.write, path) { () throws(SystemError) in
        switch place {
        case .folder(_, _, let file): try file.content.write(bytes)
        case .inPlace(let file): try file.write(bytes)
        case .none: throw SystemError.badDescriptor
        }
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Replaces the old file with the bytes written.
  ///
  /// Nothing can be written after this call.
  ///
  /// - Throws: ``FileError``; the old file stays as it was. If the operation is
  ///   ``FileError/Operation/flush``, the new file may already be in place, but may not survive a
  ///   power failure.
  public func commit() throws(FileError) {
    defer { discard() }
    switch place {
    case .none:
      throw FileError(.replace, path.text, code: SystemError.badDescriptor.code)
    case .inPlace:
      return
    case .folder(let folder, let name, let file):
      let isNew = try FileError.saying(.replace, path) { () throws(SystemError) in
        let old = try folder.facts(at: name)
        switch old?.kind {
        case nil, .regular: break
        case .folder: throw SystemError.isFolder
        default: throw SystemError.exists
        }
        try old.map { (old) throws(SystemError) in try file.content.resemble(old) }
        return old == nil
      }
      try FileError.saying(.flush, path) { () throws(SystemError) in try file.content.flush() }
      try FileError.saying(.replace, path) { () throws(SystemError) in
        try file.move(isNew: isNew)
      }
      try FileError.saying(.flush, path) { () throws(SystemError) in try folder.flushNames() }
    }
  }

  /// Discards the bytes written; the old file stays as it was.
  public func discard() {
    if case .folder(_, _, let file) = place { file.remove() }
    place = .none
  }
}

extension AtomicFile {
  /// Replaces the content of a file with some bytes, or leaves the file as it was.
  ///
  /// - Throws: ``FileError``; the old file stays as it was.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public static func write(_ bytes: [UInt8], to url: URL) throws(FileError) {
    let file = try AtomicFile(replacing: url)
    try file.write(bytes)
    try file.commit()
  }
}
