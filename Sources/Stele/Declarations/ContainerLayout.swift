import Synchronization

/// What the keyed containers of the standard library consist of.
///
/// Making one takes the standard library longer than all of the coding of a small value, so that those whose value is complete
/// are reused, as the reference that they are.
struct ContainerLayout: ~Copyable, Sendable {
  /// That of containers for encoding.
  static let encoding = ContainerLayout()
  /// That of containers for decoding.
  static let decoding = ContainerLayout()

  /// 1 when they are one reference, 2 when not, 0 while that is not known.
  private let known = Atomic<UInt8>(0)

  /// Whether all that a container consists of is one reference to an object.
  ///
  /// The standard library does not promise that, so it is checked, once in a program. Where it is not so, each value has a
  /// container made for it.
  func isOneReference<Container>(_ container: Container) -> Bool {
    let found = known.load(ordering: .relaxed)
    guard found == 0 else { return found == 1 }
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
