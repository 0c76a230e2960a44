public import Stele
internal import SteleFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ArchiveReader {
  /// Opens the archive in a file, and reads its parts when they are needed.
  ///
  /// Each part is copied, validated, and then read, so that a change of the file cannot deceive the
  /// reader: a part that can no longer be read is refused.
  ///
  /// - Parameters:
  ///   - url: The file, which stays open as long as the archive is used.
  ///   - limits: The limits of the archive.
  /// - Throws: `FileError` if the file cannot be opened or read, `ArchiveError` if it is not a valid
  ///   archive.
  /// - Complexity: O(*n*), where *n* is the number of chunks and class entries.
  public init(contentsOf url: URL, limits: ArchiveLimits = ArchiveLimits()) throws {
    let source = try FileSource(url)
    do {
      try self.init(opening: source, limits: limits)
    } catch {
      throw error.sourceError ?? error
    }
  }
}

extension ArchiveGraph {
  /// Reads the archive in a file, and validates all of it.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limits: The limits of the archive.
  /// - Throws: `FileError` if the file cannot be read, `ArchiveError` if it is not a valid
  ///   archive.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(contentsOf url: URL, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(FileSource(url).bytes(), limits: limits)
  }

  /// Returns the bytes of an archive of the graph as `Data`.
  ///
  /// - Throws: The errors of `encoded()`.
  /// - Complexity: O(*n* log *n*), where *n* is the size of the graph.
  public func encodedData() throws(ArchiveWritingError) -> Data { Data(try encoded()) }

  /// Writes an archive that replaces a file when it is complete.
  ///
  /// - Parameter url: The file.
  /// - Throws: `ArchiveWritingError` if no valid archive can be made, `FileError` if it cannot be
  ///   written. Then the old file stays as it was.
  /// - Complexity: As `encoded()`.
  public func write(to url: URL) throws {
    var file = try AtomicFile(replacing: url)
    try write(to: &file)
    try file.commit()
  }
}
