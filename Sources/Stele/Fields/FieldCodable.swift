/// A type that writes its keys by hand.
///
/// `Encodable` comes with it, so that optionals, arrays and dictionaries of such types can be encoded; that
/// conformance is for ``SteleEncoder`` only, unless a type brings its own.
public protocol FieldEncodable: Encodable {
  /// Writes the keys, one call for each.
  ///
  /// A class that has a superclass of this kind calls `super` first, then ``FieldEncoder/level(_:)``.
  func encode(to fields: inout FieldEncoder) throws
}

/// A value type, or an immutable class, that writes and reads its keys by hand.
///
/// Keys are given as literals, in the same order in both functions for best speed; any order is right.
///
/// Objects of a class of this kind are made in dependency order, so they cannot stand in a circle of strong
/// references; see ``TwoPhaseCodable``.
public protocol FieldCodable: FieldEncodable, Decodable {
  /// Reads the keys.
  init(from fields: inout FieldDecoder) throws
}

/// A class whose objects are made first and filled later, so that they may refer to each other in any way.
public protocol TwoPhaseCodable: FieldEncodable, Decodable, AnyObject {
  /// Makes an object that has not been filled.
  init()
  /// Reads the keys into the object.
  ///
  /// Objects that are read here exist, but they may not have been filled yet. Keys of dictionaries and elements of
  /// sets have.
  func decode(from fields: inout FieldDecoder) throws
}

/// A class that wants to know when decoding is complete.
public protocol AwakeAfterDecoding: AnyObject {
  /// Called when all objects have been filled and all references patched, children before their parents.
  func awake() throws
}
