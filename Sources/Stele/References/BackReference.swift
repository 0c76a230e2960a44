/// A weak reference to an object that is archived elsewhere, such as a parent.
///
/// It keeps nothing in memory and nothing in archives: where no strong reference leads to the object, it is nil
/// after decoding. Spec §5.4.
@propertyWrapper
public struct BackReference<Target: AnyObject & Codable>: Codable {
  private final class Box {
    weak var target: Target?
    init(_ target: Target?) { self.target = target }
  }
  private var box: Box?

  /// The object, or nil.
  public var wrappedValue: Target? {
    get { box?.target }
    set { box = newValue.map(Box.init) }
  }

  /// Makes a reference to an object.
  public init(wrappedValue: Target?) {
    box = wrappedValue.map(Box.init)
  }

  /// Makes an empty reference.
  public init() {}

  public init(from decoder: any Decoder) throws { throw GraphCodingError(.coderIsFinished) }
  public func encode(to encoder: any Encoder) throws { throw GraphCodingError(.coderIsFinished) }
}
