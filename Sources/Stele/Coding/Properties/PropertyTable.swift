internal import Synchronization

/// The stored properties of the objects of a class that are archived.
final class PropertyTable: Sendable {
  /// The properties of one class of the hierarchy.
  struct Level: Sendable {
    let type: ObjectIdentifier
    var properties: [any PropertyCoder] = []
  }

  /// The classes of the hierarchy that can be archived, the topmost first.
  let levels: [Level]
  /// Whether the objects say themselves which of them are.
  let isSelecting: Bool

  private static let known = Mutex<[ObjectIdentifier: PropertyTable]>([:])

  /// The properties of a class, which are looked for once.
  ///
  /// - Throws: ``SteleCodingError`` when one of them cannot be archived.
  static func shared(for type: AnyClass) throws -> PropertyTable {
    let identity = ObjectIdentifier(type)
    if let table = known.withLock({ $0[identity] }) { return table }
    let table = try PropertyTable(type)
    known.withLock { $0[identity] = table }
    return table
  }

  private init(_ type: AnyClass) throws {
    let declaration = try TypeDeclaration.shared(for: type)
    var levels: [Level] = []
    var rest = StoredProperty.all(of: type)[...]
    for level in declaration.levels {
      var own = Level(type: ObjectIdentifier(level.type))
      // What classes have above that take no part in archives goes with the first class below them.
      let end = (level.type as? AnyClass).map(StoredProperty.count) ?? rest.endIndex
      while rest.startIndex < end, let property = rest.popFirst() {
        do throws(DeclarationFlaw) {
          if let coder = try property.makeCoder() { own.properties.append(coder) }
        } catch {
          throw SteleCodingError(
            .invalidDeclaration(error), className: level.archiveClass.name,
            keyPath: property.storageName)
        }
      }
      levels.append(own)
    }
    self.levels = levels
    isSelecting = type is any PropertySelecting.Type
  }
}
