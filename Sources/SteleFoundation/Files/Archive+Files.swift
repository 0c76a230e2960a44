public import Foundation
public import Stele

extension Archive {
  /// Opens the archive in a file; parts of it are read when they are needed.
  ///
  /// Each part is copied, checked, and then read, so that a change of the file cannot deceive the reader: a part that
  /// cannot be read any more is refused.
  ///
  /// - Parameters:
  ///   - url: The file, which stays open as long as the archive is used.
  ///   - limits: What to accept at most.
  /// - Throws: `FileError` if the file cannot be opened or read, `ArchiveError` if it is not a valid
  ///   archive.
  public init(contentsOf url: URL, limits: ArchiveLimits = ArchiveLimits()) throws {
    let source = try FileSource(url)
    do {
      try self.init(source, limits: limits)
    } catch {
      throw source.failure ?? error
    }
  }
}

extension ArchiveGraph {
  /// Reads the archive in a file, and validates all of it.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limits: What to accept at most.
  /// - Throws: `FileError` if the file cannot be read, `ArchiveError` if it is not a valid
  ///   archive.
  public init(contentsOf url: URL, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(FileSource(url).bytes(), limits: limits)
  }

  /// The bytes of an archive with the content of the graph as `Data`, where that is asked for.
  ///
  /// - Throws: What the `encoded` throws that makes bytes.
  @_disfavoredOverload
  public func encoded() throws(ArchiveWritingError) -> Data {
    let bytes: [UInt8] = try encoded()
    return Data(bytes)
  }

  /// Writes an archive that replaces a file when it is complete.
  ///
  /// - Parameter url: The file.
  /// - Throws: `ArchiveWritingError` when no valid archive can be made, `FileError` when it cannot be
  ///   written. Then the old file stays as it was.
  public func write(to url: URL) throws {
    var file = try AtomicFile(replacing: url)
    try write(to: &file)
    try file.commit()
  }
}
