/// A weak reference to an object that is archived elsewhere, such as a parent.
///
/// It keeps nothing in memory and nothing in archives: where no strong reference leads to the object, it is nil
/// after decoding. It is nil inside of initialisers that decode, too. Other coders than those of this library write
/// and read nil. Spec §5.4.
@propertyWrapper
public struct BackReference<Target: AnyObject & Codable> {
  private var box: WeakTarget<Target>?

  /// The object, or nil.
  public var wrappedValue: Target? {
    get { box?.target }
    // Copies share the box, so it is replaced and never changed.
    set { box = Self.box(of: newValue) }
  }

  /// Makes a reference to an object.
  ///
  /// - Parameter wrappedValue: The object, which is not kept.
  public init(wrappedValue: Target?) {
    box = Self.box(of: wrappedValue)
  }

  private static func box(of target: Target?) -> WeakTarget<Target>? {
    guard let target else { return nil }
    return WeakTarget(target)
  }

  /// Makes an empty reference.
  public init() {}

  init(box: WeakTarget<Target>) {
    self.box = box
  }
}
