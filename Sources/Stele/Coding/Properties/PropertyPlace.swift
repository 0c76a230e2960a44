/// The position of a stored property in the objects of a class.
package struct PropertyPlace<Value>: Sendable {
  private let offset: Int

  /// Makes the place of a property that has the type of the values.
  package init(_ property: StoredProperty) { offset = property.offset }

  // Safe, for all of them: the caller has an object of the class in which the property was found, or of a subclass. For
  // such an object, the offset from the runtime is that of an initialised value of the type.

  /// Returns the value of an object of the class.
  @unsafe
  package func value(in object: AnyObject) -> Value {
    withExtendedLifetime(object) { unsafe pointer(in: object).pointee }
  }

  /// Sets the value of an object of the class, which is being filled, so that nothing else accesses it.
  @unsafe
  package func set(_ value: Value, in object: AnyObject) {
    withExtendedLifetime(object) { unsafe pointer(in: object).pointee = value }
  }

  /// Changes the value of an object of the class, which is being filled.
  @unsafe
  package func update(in object: AnyObject, _ change: (inout Value) -> Void) {
    withExtendedLifetime(object) { unsafe change(&pointer(in: object).pointee) }
  }

  @unsafe
  private func pointer(in object: AnyObject) -> UnsafeMutablePointer<Value> {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset)
      .assumingMemoryBound(to: Value.self)
  }
}
