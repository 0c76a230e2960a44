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
