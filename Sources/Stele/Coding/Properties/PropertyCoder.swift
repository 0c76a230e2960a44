/// The coder of one stored property of the objects of a class, which accesses it in place.
protocol PropertyCoder: Sendable {
  /// The name of the property, which is its key.
  var name: String { get }
  var valueType: Any.Type { get }

  func encode(_ object: AnyObject, to fields: inout FieldEncoder, level: Int) throws

  /// Reads the property; one that the archive does not have stays what the initialiser has made it.
  func decode(into object: AnyObject, _ keys: inout KeyCursor) throws
}

extension PropertyCoder {
  var keepsUnknownKeys: Bool { KeyCursor.holdsUnknownKeys(valueType) }
}

extension StoredProperty {
  /// Makes the coder of the property; nil if it is left out.
  ///
  /// - Throws: ``DeclarationFlaw`` if the property can be neither archived nor left out.
  func makeCoder() throws(DeclarationFlaw) -> (any PropertyCoder)? {
    guard let name, !isTransient else { return nil }
    // Nothing tells a weak property from an unowned one, which has another form in memory.
    guard isStrong else { throw .weakProperty(name) }
    guard let type = type as? any Codable.Type else { throw .propertyNotCodable(name) }
    guard isVariable else { throw .constantProperty(name) }
    return makeCoder(type, name)
  }

  private func makeCoder<T: Codable>(_ type: T.Type, _ name: String) -> any PropertyCoder {
    CodablePropertyCoder<T>(name: name, place: PropertyPlace(self))
  }
}

private struct CodablePropertyCoder<T: Codable>: PropertyCoder {
  let name: String
  let place: PropertyPlace<T>

  var valueType: Any.Type { T.self }

  func encode(_ object: AnyObject, to fields: inout FieldEncoder, level: Int) throws {
    // Safe: the object is one of the class of the property.
    let value = unsafe place.value(in: object)
    try fields.encode(value, named: name, level: level)
  }

  func decode(into object: AnyObject, _ keys: inout KeyCursor) throws {
    guard let value = try read(&keys) else { return }
    // Safe: the object is one of the class of the property.
    unsafe place.set(value, in: object)
  }

  private func read(_ keys: inout KeyCursor) throws -> T? {
    if KeyCursor.holdsUnknownKeys(T.self) { return try keys.unknownKeys(as: T.self) }
    if keys.levelPlan.hasHistory {
      return try keys.valueWithHistory(as: T.self, name, mayBeMissing: true)
    }
    let place = keys.find(name)
    return try keys.valueUnlessNil(as: T.self, at: place, name)
  }
}

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
