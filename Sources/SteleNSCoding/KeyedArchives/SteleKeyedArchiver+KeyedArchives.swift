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
    /// XML has no control characters, and no single-precision numbers: these become
    /// double-precision ones.
    case xmlKeyedArchive

    /// A Stele archive, for programs that ask `NSKeyedArchiver` for its compact form.
    @available(
      *, deprecated, message: "Use stele, or binaryKeyedArchive for what NSKeyedUnarchiver reads."
    )
    public static var binary: OutputFormat { .stele }

    /// An XML property list for `NSKeyedUnarchiver`.
    @available(*, deprecated, renamed: "xmlKeyedArchive")
    public static var xml: OutputFormat { .xmlKeyedArchive }
  }

  /// Encodes an object and all objects it leads to.
  ///
  /// The same classes, unchanged, write archives for `NSKeyedUnarchiver`. Equal objects stay
  /// distinct, and conditional references lead to objects of the archive in whatever order these
  /// were encoded:
  ///
  ///     let list = try SteleKeyedArchiver.archivedData(
  ///       withRootObject: person, requiringSecureCoding: true, outputFormat: .binaryKeyedArchive)
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - requiresSecureCoding: Whether all objects have to be of classes that support secure coding.
  ///   - outputFormat: The format of the archive.
  /// - Returns: The archive.
  /// - Throws: `EncodingError`, ``KeyedCodingError``, `KeyedArchiveError` for values that a
  ///   property list cannot have, or the error that an object has passed to `failWithError(_:)`.
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
