import Stele

/// A decoded value that can be encoded, and decoded from that again.
struct Specimen {
  let encoded: (SteleEncoder) throws -> [UInt8]
  let decodedAgain: (SteleDecoder, [UInt8]) throws -> Specimen

  init<T: Codable>(_ value: T) {
    encoded = { try $0.encode(value) }
    decodedAgain = { decoder, bytes in Specimen(try decoder.decode(T.self, from: bytes)) }
  }
}

/// A type that archives are decoded as.
struct SpecimenKind: Sendable {
  let name: String
  /// Decodes a root.
  let root: @Sendable (Unarchiver, String) throws -> Specimen
  /// Decodes the root of an archive.
  let whole: @Sendable (any RootDecoding, [UInt8]) throws -> Specimen
  /// Decodes an object, or nil for types that are no classes.
  let object: (@Sendable (Unarchiver, Int) throws -> Specimen)?

  private static func value<T: Codable & SendableMetatype>(_ type: T.Type) -> SpecimenKind {
    SpecimenKind(
      name: "\(type)", root: { Specimen(try $0.decode(type, root: $1)) },
      whole: { Specimen(try $0.decode(type, from: $1)) }, object: nil)
  }

  private static func object<T: Codable & AnyObject & SendableMetatype>(_ type: T.Type)
    -> SpecimenKind
  {
    SpecimenKind(
      name: "\(type)", root: { Specimen(try $0.decode(type, root: $1)) },
      whole: { Specimen(try $0.decode(type, from: $1)) },
      object: { Specimen(try $0.decode(type, object: $1)) })
  }

  static let all: [SpecimenKind] = [
    value([Person].self), value([Animal].self), object(ListNode.self), object(TreeNode.self),
    object(LateNode.self), object(Vertex.self), value([Node].self), object(Index.self),
    object(Bag.self), object(Account.self), object(Notebook.self), object(Shelf.self),
    value([String: [Shape]].self), value([[Reading]?].self),
    object(Person.self), object(Animal.self), object(Leaf.self), object(Node.self),
    object(Tag.self),
    object(OpaqueObject.self), value([MaybeUnknown<Animal>]?.self), value([Int].self),
    value([Double?].self),
    value([Point].self), value(Nest.self), value([Settings].self), value([Int?: Set<Int>].self),
    value([Triple].self), value([Nothing].self), value(Set<Vertex>.self), value([Tag: [Tag]].self),
    value(Signal.self), value(Blob.self), value(TreeNode.Fork.self), value([[[[String?]?]]].self),
  ]

  static let objects = all.filter { $0.object != nil }
}
