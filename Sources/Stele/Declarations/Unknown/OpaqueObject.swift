/// An object of a class that the program does not know, which can be inspected and written back.
///
/// A property of this type, or of ``MaybeUnknown``, holds these objects if ``SteleDecoder/unknownClasses`` keeps them. A
/// property of this type takes objects of any class.
///
/// All references have the same object (`===`) as long as the program holds it. It is written back with its content in the
/// archive, and with all objects that it refers to; objects of the program among these are written as they are now. If it
/// refers to one by a class that is neither a superclass of that object in the program nor an alias of one, encoding throws.
///
/// Spec §10.5.
public final class OpaqueObject: Codable {
  let archive: KeptArchive
  let number: Int

  init(_ number: Int, in archive: KeptArchive) {
    self.number = number
    self.archive = archive
  }

  /// The archive names of the class and its superclasses, the class first.
  public var classNames: [String] { levels.reversed().map(\.name) }

  /// The entries of the class and its superclasses, the topmost superclass first; their superclass numbers are those of the
  /// decoded archive.
  public var levels: [ArchiveClassEntry] { archive.levels(of: number) }

  /// The value of a key of the object's own class, or, if it has none of this name, of a superclass; ``object(_:)`` returns the
  /// targets of references in it.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the object.
  public subscript(key: String) -> ArchiveValue? {
    guard let object = try? archive.store.object(number) else { return nil }
    let keys = archive.store.context.classes.storedKeys(of: object.entry)
    let values = object.values
    for (index, candidate) in keys.enumerated().reversed()
    where candidate.name.isExactly(key) && values.indices.contains(index) {
      return values[index]
    }
    return nil
  }

  /// Returns the target of a reference in one of the values: an object of the program, or an opaque one.
  public func object(_ reference: Int) -> AnyObject? {
    guard (1...max(1, archive.store.objectCount)).contains(reference) else { return nil }
    return archive.target(reference)
  }

  /// Always throws: only ``SteleDecoder`` makes opaque objects.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let text = "An opaque object is decoded as a reference, by a SteleDecoder."
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
  }

  /// Always throws: only ``SteleEncoder`` encodes opaque objects.
  ///
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    let text = "An opaque object is encoded as a reference, by a SteleEncoder."
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: text))
  }
}
