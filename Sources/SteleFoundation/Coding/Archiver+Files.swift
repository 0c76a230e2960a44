public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Archiver {
  /// Completes the archive, and returns it as `Data`.
  ///
  /// - Throws: The errors of `Archiver.finish()`.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func encodedData() throws -> Data { Data(try finish()) }

  /// Completes the archive, and replaces a file with it.
  ///
  /// - Parameter url: The file, which stays as it was if an error occurs.
  /// - Throws: The errors of encoding, and ``FileError`` if the file cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func finish(to url: URL) throws {
    try AtomicFile.write(finish(), to: url)
  }
}
