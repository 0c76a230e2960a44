public import Foundation
internal import SteleFoundation

/// The name of the root that an archive of one object has.
public let SteleKeyedArchiveRootObjectKey = "root"

extension SteleKeyedArchiver {
  /// Encodes an object and all objects it leads to.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - requiresSecureCoding: Whether all objects have to be of classes that support secure coding.
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
  ///   - requiresSecureCoding: Whether all objects have to be of classes that support secure coding.
  /// - Throws: What encoding throws, and `FileError` when the file cannot be written.
  /// - Complexity: O(*n*), where *n* is the number of values and objects.
  public static func archive(
    rootObject object: Any, to url: URL, requiringSecureCoding requiresSecureCoding: Bool = true
  ) throws {
    let data = try archivedData(
      withRootObject: object, requiringSecureCoding: requiresSecureCoding)
    try AtomicFile.write([UInt8](data), to: url)
  }
}
