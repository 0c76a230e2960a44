/// An object of a class that the program does not know, which can be inspected and written back.
///
/// A property of this type, or of ``MaybeUnknown``, holds such objects when ``SteleDecoder/unknownClasses`` says to keep them.
/// A property of this type takes objects of any class.
///
/// The object is the same one (`===`) for all references to it as long as the program holds it. It is written back with the
/// content that it had, and everything that it refers to; where that is an object of the program, as the program has it.
///
/// Spec §8.5.
public final class OpaqueObject: Codable {
  let archive: KeptArchive
  let number: Int

  init(_ number: Int, in archive: KeptArchive) {
    self.number = number
    self.archive = archive
  }

  /// The archive names of the class and its superclasses, the class first.
  public var classNames: [String] { levels.reversed().map(\.name) }

  /// The entries of the class and its superclasses, the topmost superclass first; superclass numbers in them are those of the
  /// archive that was decoded.
  public var levels: [ArchiveClassEntry] { archive.levels(of: number) }

  /// The value of a key of the object's own class or, where it has none of this name, of a superclass; ``object(_:)`` gives what
  /// the references in it lead to.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the object.
  public subscript(key: String) -> ArchiveValue? {
    guard let object = try? archive.store.object(number) else { return nil }
    let (keys, values) = (levels.flatMap { $0.keys.filter(\.isStored) }, object.values)
    for (index, candidate) in keys.enumerated().reversed()
    where candidate.name.isExactly(key) && values.indices.contains(index) {
      return values[index]
    }
    return nil
  }

  /// What a reference in one of the values leads to: an object of the program, or an opaque one.
  public func object(_ reference: Int) -> AnyObject? {
    guard (1...max(1, archive.store.objectCount)).contains(reference) else { return nil }
    return archive.target(reference)
  }

  /// Always throws: opaque objects are made by ``SteleDecoder`` only.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "An opaque object is decoded as a reference, by a SteleDecoder."))
  }

  /// Always throws: opaque objects are encoded by ``SteleEncoder`` only.
  ///
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "An opaque object is encoded as a reference, by a SteleEncoder."))
  }
}
