/// A type that reads its keys by hand.
public protocol FieldDecodable: Decodable {
  /// Reads the keys.
  ///
  /// Each class of a hierarchy calls ``FieldDecoder/level(_:)`` before its own keys, then `super.init`. A superclass
  /// that is `Codable` in the usual way is given ``FieldDecoder/decoder``.
  ///
  /// - Parameter fields: What the keys are read from.
  /// - Throws: What the reading of the keys throws, and what the type finds wrong with them.
  init(from fields: inout FieldDecoder) throws
}

/// A class whose objects are made first and filled later.
public protocol TwoPhaseDecodable: Decodable, AnyObject {
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

extension FieldDecodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  ///
  /// - Throws: `DecodingError` for other decoders, or what the reading of the keys throws.
  public init(from decoder: any Decoder) throws {
    // Fields do not keep their decoder, and this may be the only one who has it.
    defer { withExtendedLifetime(decoder) {} }
    var fields = try FieldDecoder(of: Self.self, from: decoder)
    try self.init(from: &fields)
  }
}

extension TwoPhaseDecodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  ///
  /// - Throws: `DecodingError` for other decoders, or what the reading of the keys throws.
  public init(from decoder: any Decoder) throws {
    // Fields do not keep their decoder, and this may be the only one who has it.
    defer { withExtendedLifetime(decoder) {} }
    var fields = try FieldDecoder(of: Self.self, from: decoder)
    self.init()
    try decode(from: &fields)
  }
}
