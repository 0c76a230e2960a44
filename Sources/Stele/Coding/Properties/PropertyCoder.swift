/// Writes and reads one stored property of the objects of a class, where it is in them.
class AnyPropertyCoder: @unchecked Sendable {
  /// The name of the property, which is its key.
  let name: String
  fileprivate let offset: Int
  fileprivate let isVariable: Bool

  fileprivate init(_ name: String, _ property: StoredProperty) {
    self.name = name
    offset = property.offset
    isVariable = property.isVariable
  }

  /// Writes the property.
  func encode(_ object: AnyObject, to fields: inout FieldEncoder, level: Int) throws {}

  /// Reads the property; one that the archive does not have stays what the initialiser has made it.
  func decode(into object: AnyObject, _ keys: inout KeyCursor) throws {}

  /// What writes and reads a property, or nil for one that is left out.
  ///
  /// - Throws: ``DeclarationFlaw`` when the property can be neither.
  static func make(for property: StoredProperty) throws(DeclarationFlaw) -> AnyPropertyCoder? {
    guard let name = property.name, !property.isLeftOut else { return nil }
    // Nothing tells a weak property from an unowned one, which has another form in memory.
    guard property.isStrong else { throw .weakProperty(name) }
    guard let type = property.type as? any Codable.Type else { throw .propertyNotCodable(name) }
    return make(type, name, property)
  }

  private static func make<T: Codable>(
    _ type: T.Type, _ name: String, _ property: StoredProperty
  ) -> AnyPropertyCoder {
    PropertyCoder<T>(name, property)
  }
}

/// Writes and reads a property of some type.
// Safe to share: it has only constants.
private final class PropertyCoder<T: Codable>: AnyPropertyCoder, @unchecked Sendable {
  /// Where the property is in an object.
  // Safe: the caller has an object of the class that the property was found in, or of a subclass, and keeps it; there the
  // runtime says is an initialised value of the type.
  @unsafe
  private func place(in object: AnyObject) -> UnsafeMutablePointer<T> {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: T.self)
  }

  override func encode(_ object: AnyObject, to fields: inout FieldEncoder, level: Int) throws {
    // Safe: see above.
    let value = unsafe place(in: object).pointee
    try withExtendedLifetime(object) { try fields.encode(value, named: name, level: level) }
  }

  override func decode(into object: AnyObject, _ keys: inout KeyCursor) throws {
    // A constant has its value from the initialiser, and the compiler may have put that in its place.
    guard isVariable, let value = try read(&keys) else { return }
    // Safe: see above; nobody else has access to the object, which is being filled.
    withExtendedLifetime(object) { unsafe place(in: object).pointee = value }
  }

  private func read(_ keys: inout KeyCursor) throws -> T? {
    if T.self == UnknownKeys.self { return keys.takeUnknownKeys() as? T }
    if keys.table.hasHistory { return try keys.valueWithHistory(as: T.self, name) }
    return try keys.value(as: T.self, at: keys.find(name), name)
  }
}
