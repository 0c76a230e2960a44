public import Foundation
internal import Stele

/// A weak reference of a ``PropertyCoding`` class to an object that is archived elsewhere, such as a parent.
///
///     @ConditionalReference var parent: Node?
///
/// Like `encodeConditionalObject(_:forKey:)`, it keeps the object neither in memory nor in archives: it is nil after
/// decoding unless there is another reference to the object. It is set when all objects have been made.
@propertyWrapper
public struct ConditionalReference<Target: NSObject> {
  private weak var target: Target?

  /// The object, or nil.
  public var wrappedValue: Target? {
    get { target }
    set { target = newValue }
  }

  /// Makes a reference to an object.
  ///
  /// - Parameter wrappedValue: The object, which is not retained.
  public init(wrappedValue: Target?) { target = wrappedValue }

  /// Makes an empty reference.
  public init() {}
}

/// A type of properties that refer to objects without retaining them.
protocol ConditionalStorage {
  /// Returns the coding of a property of the type.
  static func coded(_ name: PropertyName, _ property: StoredProperty) -> any CodedProperty
}

extension ConditionalReference: ConditionalStorage {
  static func coded(_ name: PropertyName, _ property: StoredProperty) -> any CodedProperty {
    ConditionalProperty<Target>(name: name, place: PropertyPlace(property))
  }
}

/// A property with a reference that does not retain its object.
private struct ConditionalProperty<Target: NSObject>: CodedProperty {
  let name: PropertyName
  let isReference = true
  let place: PropertyPlace<ConditionalReference<Target>>

  func encode(_ object: AnyObject, _ key: String, to archiver: SteleKeyedArchiver) throws {
    // Safe: the object is one of the class of the property.
    let target = unsafe place.value(in: object).wrappedValue
    if target == nil, archiver.keyedArchive == nil {
      // The type is the same as in objects with a target.
      try archiver.put(AnyWeakReference(nil), key)
    } else {
      try archiver.put(conditional: target, key)
    }
  }

  func decode(into object: AnyObject, _ key: String, from unarchiver: SteleKeyedUnarchiver) throws {
    guard try unarchiver.contains(key) else { return }
    try unarchiver.whenAllAreMade { unarchiver in
      try set(unarchiver.object(key, of: [Target.self]), key, in: object)
    }
  }

  func encode(_ object: AnyObject, _ key: String, to coder: OtherCoder) throws {
    // Safe: the object is one of the class of the property.
    try coder.encode(conditional: unsafe place.value(in: object).wrappedValue, key)
  }

  func decode(into object: AnyObject, _ key: String, from coder: OtherCoder) throws {
    try set(coder.objects(key, of: [Target.self]), key, in: object)
  }

  private func set(_ target: Any?, _ key: String, in object: AnyObject) throws {
    guard let target else { return }
    guard let target = target as? Target else {
      throw KeyedCodingError(.unexpectedClass, className: "\(Target.self)", key: key)
    }
    // Safe: the object is one of the class of the property; it is still being filled.
    unsafe place.update(in: object) { $0.wrappedValue = target }
  }
}
