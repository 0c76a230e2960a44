/// A weak reference to an object that is archived elsewhere, such as a parent.
///
/// It keeps its object neither in memory nor in archives: if no strong reference refers to the object, it is nil
/// after decoding. It is also nil in initialisers that decode. Coders of other libraries write and read nil. Spec §5.4.
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

extension BackReference: Codable {
  /// Decodes a reference, which is empty until decoding is complete.
  ///
  /// - Throws: The error of the value container.
  public init(from decoder: any Decoder) throws {
    guard decoder is any GraphCoder else {
      self.init()
      return
    }
    self = try decoder.singleValueContainer().decode(Self.self)
  }

  /// Encodes a reference, as nil for encoders of other libraries.
  ///
  /// - Throws: The error of the value container.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard encoder is any GraphCoder else {
      return try container.encodeNil()
    }
    try container.encode(self)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a back reference, which is empty if the archive has none.
  ///
  /// Synthesised conformances call it.
  ///
  /// - Throws: The error of the container.
  public func decode<Target>(
    _ type: BackReference<Target>.Type, forKey key: Key
  ) throws -> BackReference<Target> {
    try decodeIfPresent(type, forKey: key) ?? BackReference()
  }
}

/// An encoder or decoder of this library, which keeps the identity of objects.
protocol GraphCoder {}

/// The storage of back references: one weak pointer, which the copies of a reference share.
///
/// The base class does not depend on the type of the target, so that the decoder has one list of all boxes.
class WeakBox {
  var targetType: Any.Type { AnyObject.self }

  /// Sets the target, or returns `false` if the object is not of the type of the target.
  func patch(_ object: AnyObject) -> Bool { false }
}

/// The storage of the back references to objects of a class, or of another weak reference to one.
final class WeakTarget<Target: AnyObject>: WeakBox {
  weak var target: Target?

  init(_ target: Target?) {
    self.target = target
  }

  override var targetType: Any.Type { Target.self }

  override func patch(_ object: AnyObject) -> Bool {
    guard let object = object as? Target else { return false }
    target = object
    return true
  }
}
