/// The storage of back references: one weak pointer, which the copies of a reference share.
///
/// Its class does not depend on the type of the target, so that the decoder keeps one list of them all.
class WeakBox {
  /// The type of the target.
  var targetType: Any.Type { AnyObject.self }

  /// Sets the target, or returns `false` if the object is not of the type of the target.
  func patch(_ object: AnyObject) -> Bool { false }
}

/// The storage of the back references to objects of a class.
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
