/// A value type, or an immutable class, that writes and reads its keys by hand.
///
/// Keys are given as literals, in the same order in both functions for best speed; any order is right.
///
/// Objects of a class of this kind are made in dependency order, so they cannot stand in a circle of strong
/// references; see ``TwoPhaseCodable``.
public protocol FieldCodable: FieldEncodable, Decodable {
  /// Reads the keys.
  ///
  /// Each class of a hierarchy calls ``FieldDecoder/level(_:)`` before its own keys, then `super.init`. A superclass
  /// that is `Codable` in the usual way is given ``FieldDecoder/decoder``.
  ///
  /// - Parameter fields: What the keys are read from.
  /// - Throws: What the reading of the keys throws, and what the type finds wrong with them.
  init(from fields: inout FieldDecoder) throws
}

/// A class whose objects are made first and filled later, so that they may refer to each other in any way.
///
/// Neither time nor stack depends on how the objects refer to each other: a list of any length is filled object by object.
public protocol TwoPhaseCodable: FieldEncodable, Decodable, AnyObject {
  /// Makes an object that has not been filled.
  init()
  /// Reads the keys into the object.
  ///
  /// Objects that are read here exist, but they may not have been filled yet. Keys of dictionaries and elements of
  /// sets have. It is called once for each object.
  ///
  /// - Parameter fields: What the keys are read from.
  /// - Throws: What the reading of the keys throws, and what the class finds wrong with them.
  func decode(from fields: inout FieldDecoder) throws
}

/// A class that wants to know when decoding is complete.
///
/// Classes of every kind may conform, those whose `Codable` is synthesised as well.
public protocol AwakeAfterDecoding: AnyObject {
  /// Called when all objects have been filled and all references patched, children before their parents.
  ///
  /// In a circle one of the objects is called first, though its children have not been called yet.
  ///
  /// - Throws: What makes decoding fail.
  func awake() throws
}
