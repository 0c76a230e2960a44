import Synchronization

/// The memory layout of the keyed containers of the standard library.
///
/// The standard library needs longer to make one than the coding of a small value takes, so a container is reused when its
/// value is complete, as the one reference that it consists of.
struct ContainerLayout: ~Copyable, Sendable {
  static let encoding = ContainerLayout()
  static let decoding = ContainerLayout()

  /// The number of containers that are made before the first one is checked.
  ///
  /// The check takes as long as making some thousands, and a program that codes a few values need not wait for it.
  private static let uncheckedCount = 32

  /// The number of containers that have been made, while it is not known whether they are one reference.
  private let count = Atomic<Int>(0)
  /// 1 if containers are one reference, 2 if not, 0 while that is not known.
  private let known = Atomic<UInt8>(0)

  /// Returns whether a container consists of one reference to an object.
  ///
  /// The standard library does not promise that, so it is checked, once in a program. If it is not so, or not yet known,
  /// containers are not reused.
  func isOneReference<Container>(_ container: Container) -> Bool {
    let found = known.load(ordering: .relaxed)
    guard found == 0 else { return found == 1 }
    guard count.add(1, ordering: .relaxed).newValue > Self.uncheckedCount else { return false }
    let isOne = Self.hasOneReference(container)
    known.store(isOne ? 1 : 2, ordering: .relaxed)
    return isOne
  }

  private static func hasOneReference<Container>(_ container: Container) -> Bool {
    let children = Mirror(reflecting: container).children
    guard MemoryLayout<Container>.size == MemoryLayout<UInt>.size, children.count == 1,
      let child = children.first?.value, type(of: child) is AnyClass
    else { return false }
    // Safe: the address is not used as one, and all bits of a word are a number.
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(child as AnyObject).toOpaque())
    return unsafe unsafeBitCast(container, to: UInt.self) == address
  }
}

/// A keyed container of the standard library that is kept for the next value with the same keys.
///
/// Each type of container has its own subclass, so its metadata need not be looked up for each value.
@safe
class ReusedContainer {
  /// The type of the coding keys.
  final let keys: ObjectIdentifier
  /// The level of a class that the keys belong to.
  final let level: Int
  /// The one reference that the container consists of, if one is kept.
  fileprivate final var box: AnyObject?

  fileprivate init(_ keys: Any.Type, level: Int) {
    self.keys = ObjectIdentifier(keys)
    self.level = level
  }

  /// Makes a place for a container, where none is kept yet.
  static func make<Container>(
    for type: Container.Type, keys: Any.Type, level: Int
  ) -> ReusedContainer {
    TypedReusedContainer<Container>(keys, level: level)
  }

  /// Keeps a container, or returns `false` if it is not one reference.
  final func keep<Container>(
    _ container: Container, _ layout: borrowing ContainerLayout
  ) -> Bool {
    guard layout.isOneReference(container) else { return false }
    // Safe: the container is one reference to an object.
    box = unsafe unsafeBitCast(container, to: AnyObject.self)
    return true
  }

  /// Returns the container that is kept, whose type is the one that this was made for.
  @inline(__always)
  final func copy<Container>() -> Container {
    // Safe: callers compare the type of the keys.
    unsafe unsafeDowncast(self, to: TypedReusedContainer<Container>.self).typedCopy()
  }

  /// Whether the program holds the container.
  final var isHeldElsewhere: Bool { !isKnownUniquelyReferenced(&box) }

  final func forget() { box = nil }
}

private final class TypedReusedContainer<Container>: ReusedContainer {
  @inline(never)
  func typedCopy() -> Container {
    // Safe: it was kept as the reference that a container is.
    unsafe unsafeBitCast(box, to: Container.self)
  }
}
