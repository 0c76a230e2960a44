/// A type that writes its keys by hand.
///
/// It is what ``FieldCodable`` and ``TwoPhaseCodable`` have in common.
///
/// `Encodable` comes with it, so that optionals, arrays and dictionaries of such types can be encoded; that
/// conformance is for ``SteleEncoder`` only, unless a type brings its own.
public protocol FieldEncodable: Encodable {
  /// Writes the keys, one call for each.
  ///
  /// Each class of a hierarchy calls ``FieldEncoder/level(_:)`` before its own keys, and `super`. A superclass that is
  /// `Codable` in the usual way is given ``FieldEncoder/encoder``.
  ///
  /// - Parameter fields: What the keys are written to.
  /// - Throws: What the writing of the keys throws.
  func encode(to fields: inout FieldEncoder) throws
}
