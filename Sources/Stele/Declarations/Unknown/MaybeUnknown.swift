/// An object of a class that the program knows, or an opaque one.
///
/// Spec §10.5.
public enum MaybeUnknown<Object: AnyObject & Codable>: Codable {
  /// An object of the program.
  case known(Object)
  /// An object of a class that the program does not know.
  case unknown(OpaqueObject)

  /// Decodes for ``SteleDecoder``; other decoders make a known object.
  ///
  /// - Throws: The errors of decoding the object.
  public init(from decoder: any Decoder) throws {
    self = .known(try decoder.singleValueContainer().decode(Object.self))
  }

  /// Encodes the object.
  ///
  /// - Throws: The errors of encoding the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .known(let object): try container.encode(object)
    case .unknown(let object): try container.encode(object)
    }
  }
}
