/// A type that has a wire type of its own, such as a date.
///
/// The coders ask for conformance, so that types of other modules take part; without it they are
/// coded as their `Codable` says. Where an archive has another type than ``wireType``, decoding falls back to
/// `init(from:)`.
///
/// Spec §3.1.
public protocol ArchiveScalarConvertible: Codable {
  /// The type in archives, which is a scalar type.
  static var wireType: ArchiveTypeDescriptor { get }
  /// The value in archives, or nil when this one has to be coded as its `Codable` says.
  var wireValue: ArchiveValue? { get }
  /// Makes a value of what an archive has, or nil when it does not fit.
  ///
  /// - Parameter wireValue: A value of the type ``wireType``, checked.
  init?(wireValue: ArchiveValue)
}
