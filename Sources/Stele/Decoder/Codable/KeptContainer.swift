/// A keyed container that is reused for the next value of the type.
///
/// The standard library looks for generic types in tables for each container that it makes, which takes longer than
/// reading a small value; so this knows the type by its own, and returns copies of one container.
class KeptContainer {
  private let keys: ObjectIdentifier
  private let level: Int
  /// The next container, for other keys.
  let next: KeptContainer?
  /// The one reference that the container consists of.
  fileprivate var box: AnyObject?

  fileprivate init(_ box: AnyObject, _ keys: Any.Type, level: Int, next: KeptContainer?) {
    self.box = box
    self.keys = ObjectIdentifier(keys)
    self.level = level
    self.next = next
  }

  /// Keeps a container; returns nil if it is not one reference.
  static func keeping<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>, level: Int, next: KeptContainer?
  ) -> KeptContainer? {
    guard ContainerLayout.decoding.isOneReference(container) else { return nil }
    // Safe: the container is one reference to an object, as was found out.
    let box = unsafe unsafeBitCast(container, to: AnyObject.self)
    return TypedContainer<KeyedDecodingContainer<Key>>(box, Key.self, level: level, next: next)
  }

  /// Whether the container is one for some keys of a level.
  @inline(__always)
  final func has(_ keys: Any.Type, _ level: Int) -> Bool {
    self.keys == ObjectIdentifier(keys) && self.level == level
  }

  /// The container, for keys of the type that it has.
  @inline(__always)
  final func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    // Safe: `has(_:_:)` compared the type of the keys.
    unsafe unsafeDowncast(self, to: TypedContainer<KeyedDecodingContainer<Key>>.self).copy()
  }

  /// Whether the program has kept this container, or one after it.
  final var isAnyKept: Bool {
    !isKnownUniquelyReferenced(&box) || (next?.isAnyKept ?? false)
  }
}

private final class TypedContainer<Container>: KeptContainer {
  @inline(never)
  func copy() -> Container {
    // Safe: this was made with the reference that a container is.
    unsafe unsafeBitCast(box, to: Container.self)
  }
}
