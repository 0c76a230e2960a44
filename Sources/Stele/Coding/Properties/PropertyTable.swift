internal import Synchronization

/// The stored properties of the objects of a class that are archived.
final class PropertyTable: Sendable {
  /// The properties of each class of the hierarchy that can be archived, the topmost first.
  let levels: [[any PropertyCoder]]
  /// Whether each object selects the properties to archive.
  let isSelecting: Bool

  private static let known = Mutex<[ObjectIdentifier: PropertyTable]>([:])

  /// Returns the properties of a class, which are looked for once.
  ///
  /// - Throws: ``SteleCodingError`` when one of them cannot be archived.
  static func shared(for type: AnyClass) throws(SteleCodingError) -> PropertyTable {
    let identity = ObjectIdentifier(type)
    if let table = known.withLock({ $0[identity] }) { return table }
    let table = try PropertyTable(type)
    known.withLock { $0[identity] = table }
    return table
  }

  private init(_ type: AnyClass) throws(SteleCodingError) {
    if let found = StoredProperty.classWithoutMetadata(type) {
      throw SteleCodingError(.invalidDeclaration(.noMetadata), className: TypeName.short(found))
    }
    let declaration = try TypeDeclaration.shared(for: type)
    var levels: [[any PropertyCoder]] = []
    var rest = StoredProperty.all(of: type)[...]
    for level in declaration.levels {
      var coders: [any PropertyCoder] = []
      // Properties of superclasses that take no part in archives belong to the first class below them.
      let end = (level.type as? AnyClass).map(StoredProperty.count) ?? rest.endIndex
      let properties = rest.prefix(max(0, end - rest.startIndex))
      rest = rest.dropFirst(properties.count)
      for property in properties {
        do throws(DeclarationFlaw) {
          if let coder = try property.makeCoder() { coders.append(coder) }
        } catch {
          throw SteleCodingError(
            .invalidDeclaration(error), className: level.archiveClass.name,
            keyPath: property.storageName)
        }
      }
      try Self.validate(level.archiveClass, properties)
      levels.append(coders)
    }
    self.levels = levels
    isSelecting = type is any PropertySelecting.Type
  }

  /// Compares the declarations of keys with the properties, which are all keys of the class.
  private static func validate(
    _ archiveClass: ArchiveClass, _ properties: some Collection<StoredProperty>
  ) throws(SteleCodingError) {
    for history in archiveClass.keys where history.retiredType == nil {
      let flaw: DeclarationFlaw
      if let property = properties.first(where: { $0.name?.isExactly(history.name) == true }) {
        guard let found = history.flaw(decodedAs: property.type) else { continue }
        flaw = found
      } else {
        let others = properties.compactMap(\.name).filter { name in
          !archiveClass.keys.contains { $0.name.isExactly(name) }
        }
        flaw = .noProperty(key: history.name, nearest: history.name.nearest(among: others))
      }
      throw SteleCodingError(
        .invalidDeclaration(flaw), className: archiveClass.name, keyPath: history.name)
    }
  }
}

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
