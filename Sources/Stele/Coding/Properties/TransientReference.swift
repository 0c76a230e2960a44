/// A weak reference that ``PropertyCodable`` leaves out of archives, such as one to a delegate.
///
///     @TransientReference var delegate: (any NoteDelegate)?
///
/// A property cannot be weak and ``TransientValue`` in Swift; this is both. A weak reference that is to be archived is a
/// ``BackReference``.
@propertyWrapper
public struct TransientReference<Target>: TransientStorage {
  private weak var object: AnyObject?

  /// The object, which is not kept, or nil.
  public var wrappedValue: Target? {
    get { object as? Target }
    set { object = newValue.map { $0 as AnyObject } }
  }

  /// Makes a reference to an object.
  ///
  /// - Parameter wrappedValue: The object: an instance of a class, also where its type is a protocol.
  public init(wrappedValue: Target?) { self.wrappedValue = wrappedValue }

  /// Makes an empty reference.
  public init() {}
}
