/// A keyed container that has been handed out, and can be again for the next value of the type.
///
/// Making one takes the standard library longer than all of the reading of a small value.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
class HandedContainer {
  /// The type of its coding keys.
  let keyType: ObjectIdentifier
  /// What it reads.
  let level: KeyedLevel
  /// One that was handed out before.
  let next: HandedContainer?
  @safe @exclusivity(unchecked) fileprivate var reference: AnyObject?

  fileprivate init(
    _ reference: AnyObject, keyType: ObjectIdentifier, _ level: KeyedLevel, next: HandedContainer?
  ) {
    self.reference = reference
    self.keyType = keyType
    self.level = level
    self.next = next
  }

  /// Notes a container, if it is one reference.
  static func noting<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>, _ level: KeyedLevel, next: HandedContainer?
  ) -> HandedContainer? {
    guard ContainerLayout.decoding.isOneReference(container) else { return nil }
    // Safe: the container is one reference to an object, as was found out.
    let reference = unsafe unsafeBitCast(container, to: AnyObject.self)
    return TypedHandedContainer<KeyedDecodingContainer<Key>>(
      reference, keyType: ObjectIdentifier(Key.self), level, next: next)
  }

  /// The container.
  ///
  /// - Parameter type: The type of its coding keys, which whoever asks has found it to be.
  /// - Returns: The container.
  @inline(__always)
  final func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    // Safe: it was made for containers with keys of the type.
    unsafe unsafeDowncast(self, to: TypedHandedContainer<KeyedDecodingContainer<Key>>.self).copy()
  }

  /// Whether somebody else has the container.
  final var isKept: Bool { !isKnownUniquelyReferenced(&reference) }

  /// Whether somebody else has this container, or one that was handed out before.
  final var isAnyKept: Bool { isKept || next?.isAnyKept ?? false }
}

/// A container by its type, which the runtime would have to look for otherwise.
private final class TypedHandedContainer<Container>: HandedContainer {
  @inline(never)
  func copy() -> Container {
    // Safe: it was made with the reference that a container is.
    unsafe unsafeBitCast(reference, to: Container.self)
  }
}
