public import Foundation
internal import SteleKeyedArchive

extension SteleKeyedArchiver {
  /// What an archiver writes.
  #if canImport(ObjectiveC)
    @objc(SteleKeyedArchiverOutputFormat)
  #endif
  public enum OutputFormat: Int, Sendable {
    /// A Stele archive.
    case stele
    /// What `NSKeyedUnarchiver` reads, as a binary property list.
    case binaryKeyedArchive
    /// What `NSKeyedUnarchiver` reads, as a property list in XML.
    ///
    /// XML has no control characters, and no numbers of single precision: these become such of double precision.
    case xmlKeyedArchive

    /// A Stele archive, which is what a program has that asks `NSKeyedArchiver` for its compact form.
    @available(
      *, deprecated, message: "Use stele, or binaryKeyedArchive for what NSKeyedUnarchiver reads."
    )
    public static var binary: OutputFormat { .stele }

    /// A property list in XML, which `NSKeyedUnarchiver` reads.
    @available(*, deprecated, renamed: "xmlKeyedArchive")
    public static var xml: OutputFormat { .xmlKeyedArchive }
  }

  /// Encodes one object, and all to which it leads.
  ///
  /// What `NSKeyedUnarchiver` is to read is written by the same classes, unchanged; equal objects stay distinct, and
  /// conditional references lead to what is in the archive in whatever order it was encoded:
  ///
  ///     let list = try SteleKeyedArchiver.archivedData(
  ///       withRootObject: person, requiringSecureCoding: true, outputFormat: .binaryKeyedArchive)
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - requiresSecureCoding: Whether all objects have to be of classes that support secure coding.
  ///   - outputFormat: What is written.
  /// - Returns: The archive.
  /// - Throws: `EncodingError`, ``KeyedCodingError``, `KeyedArchiveError` for what a property list does not have, or what an
  ///   object has said by `failWithError(_:)`.
  public static func archivedData(
    withRootObject object: Any, requiringSecureCoding requiresSecureCoding: Bool,
    outputFormat: OutputFormat
  ) throws -> Data {
    let archiver = SteleKeyedArchiver(
      requiringSecureCoding: requiresSecureCoding, outputFormat: outputFormat)
    archiver.encode(object, forKey: SteleKeyedArchiveRootObjectKey)
    return try archiver.archivedData()
  }

  /// The bytes of a keyed archive.
  func bytes(of list: PropertyList) throws -> [UInt8] {
    do {
      return try outputFormat == .xmlKeyedArchive ? list.xmlBytes() : list.binaryBytes()
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
  }
}
