/// A place for a weak reference whose target may or may not become part of the archive.
///
/// ``ArchiveWriter/newWeakSlot()`` makes slots; ``value`` goes wherever a weak reference is due, as
/// often as needed; ``ArchiveWriter/resolve(_:to:)`` says later what the slot holds.
///
/// Spec §5.4.
public struct ArchiveWeakSlot: Hashable, Sendable {
  package let number: Int

  /// The value that stands for the slot in weak keys: a reference with the negative number -1 - slot.
  public var value: ArchiveValue { .reference(-1 - number) }
}
