/// An object of a class that the program does not know, which can be looked at and written back.
///
/// A property of this type, or of ``MaybeUnknown``, holds such objects when ``SteleDecoder/unknownClasses`` says to keep them.
///
/// Spec §8.5.
public final class OpaqueObject: Codable {
  /// The archive names of the class and its superclasses, the class first.
  public var classNames: [String] { [] }
  /// The entries of the class and its superclasses, the topmost superclass first.
  public var levels: [ClassEntry] { [] }

  /// The value of a key of the object's own class or, where it has none of this name, of a superclass; the numbers of references are
  /// those of the archive that was decoded.
  public subscript(key: String) -> Value? { nil }

  /// The object that a reference in one of the values leads to: an object of the program, or an opaque one.
  public func object(_ reference: Int) -> AnyObject? { nil }

  /// Made by ``SteleDecoder`` only.
  public init(from decoder: any Decoder) throws { throw GraphCodingError(.coderIsFinished) }

  /// Encoded by ``SteleEncoder`` only.
  public func encode(to encoder: any Encoder) throws {
    throw GraphCodingError(.coderIsFinished)
  }
}
