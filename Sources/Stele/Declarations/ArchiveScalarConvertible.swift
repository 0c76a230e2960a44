/// A type with its own wire type, such as a date.
///
/// Types of any module may conform; without the conformance they are coded by their `Codable` conformance. If an
/// archive has another type than ``wireType``, decoding falls back to `init(from:)`.
///
/// Spec §3.1.
public protocol ArchiveScalarConvertible: Codable {
  /// The type in archives, which is a scalar type.
  static var wireType: ArchiveTypeDescriptor { get }
  /// The value in archives, or nil if this value is coded by its `Codable` conformance.
  var wireValue: ArchiveValue? { get }
  /// Makes a value from one of an archive.
  ///
  /// - Parameter wireValue: A validated value of the type ``wireType``.
  /// - Throws: An error whose description explains why the value does not fit; decoding then throws
  ///   ``SteleCodingError/Reason/valueDoesNotFit`` with this text.
  init(wireValue: ArchiveValue) throws
}
