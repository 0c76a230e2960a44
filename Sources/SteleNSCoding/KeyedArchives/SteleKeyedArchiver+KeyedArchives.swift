public import Foundation
internal import SteleKeyedArchive

extension SteleKeyedArchiver {
  /// The format of an archive.
  #if canImport(ObjectiveC)
    @objc(SteleKeyedArchiverOutputFormat)
  #endif
  @nonexhaustive
  public enum OutputFormat: Int, Sendable {
    /// A Stele archive.
    case stele
    /// A binary property list for `NSKeyedUnarchiver`.
    case binaryKeyedArchive
    /// An XML property list for `NSKeyedUnarchiver`.
    ///
    /// XML cannot represent control characters. Single-precision numbers become double-precision numbers.
    case xmlKeyedArchive

    /// A Stele archive, for programs that request the compact form of `NSKeyedArchiver`.
    @available(
      *, deprecated, message: "Use stele, or binaryKeyedArchive for what NSKeyedUnarchiver reads."
    )
    public static var binary: OutputFormat { .stele }

    /// An XML property list for `NSKeyedUnarchiver`.
    @available(*, deprecated, renamed: "xmlKeyedArchive")
    public static var xml: OutputFormat { .xmlKeyedArchive }
  }

  /// Encodes an object and all objects that are reachable from it.
  ///
  /// The same classes, unchanged, write archives for `NSKeyedUnarchiver`. Equal objects stay distinct, and conditional
  /// references refer to objects of the archive regardless of the order of encoding:
  ///
  ///     let list = try SteleKeyedArchiver.archivedData(
  ///       withRootObject: person, requiringSecureCoding: true, outputFormat: .binaryKeyedArchive)
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - requiresSecureCoding: Whether the classes of all objects must support secure coding.
  ///   - outputFormat: The format of the archive.
  /// - Returns: The archive.
  /// - Throws: `EncodingError`, ``KeyedCodingError``, `KeyedArchiveError` for values that a property list cannot contain, or
  ///   the error that an object has passed to `failWithError(_:)`.
  /// - Complexity: O(*n*), where *n* is the number of values and objects.
  public static func archivedData(
    withRootObject object: Any, requiringSecureCoding requiresSecureCoding: Bool,
    outputFormat: OutputFormat
  ) throws -> Data {
    let archiver = SteleKeyedArchiver(
      requiringSecureCoding: requiresSecureCoding, outputFormat: outputFormat)
    archiver.encode(object, forKey: SteleKeyedArchiveRootObjectKey)
    return try archiver.archivedData()
  }

  /// Returns the bytes of a keyed archive.
  func bytes(of list: PropertyListGraph) throws -> [UInt8] {
    do {
      return try outputFormat == .xmlKeyedArchive ? list.xmlBytes() : list.binaryBytes()
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
  }
}
