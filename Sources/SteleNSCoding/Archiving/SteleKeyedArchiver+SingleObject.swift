public import Foundation
internal import SteleFoundation

/// The name of the root of an archive of one object.
public let SteleKeyedArchiveRootObjectKey = "root"

extension SteleKeyedArchiver {
  /// Encodes an object and all objects that are reachable from it.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - requiresSecureCoding: Whether the classes of all objects must support secure coding.
  /// - Returns: The archive.
  /// - Throws: `EncodingError`, ``KeyedCodingError``, or the error that an object has passed to
  ///   `failWithError(_:)`.
  /// - Complexity: O(*n*), where *n* is the number of values and objects.
  public static func archivedData(
    withRootObject object: Any, requiringSecureCoding requiresSecureCoding: Bool
  ) throws -> Data {
    let archiver = SteleKeyedArchiver(requiringSecureCoding: requiresSecureCoding)
    archiver.encode(object, forKey: SteleKeyedArchiveRootObjectKey)
    return try archiver.archivedData()
  }

  /// Encodes one object, and replaces a file when the archive is complete.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - url: The file, which stays as it was if an error occurs.
  ///   - requiresSecureCoding: Whether the classes of all objects must support secure coding.
  /// - Throws: The errors of encoding, and `FileError` when the file cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of values and objects.
  public static func archive(
    rootObject object: Any, to url: URL, requiringSecureCoding requiresSecureCoding: Bool = true
  ) throws {
    let data = try archivedData(
      withRootObject: object, requiringSecureCoding: requiresSecureCoding)
    try AtomicFile.write([UInt8](data), to: url)
  }
}
