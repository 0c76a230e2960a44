internal import Stele
internal import Synchronization

/// The stored properties of the objects of a class that are archived.
final class CodedProperties: Sendable {
  /// Those of all superclasses, and those of the class.
  let properties: [CodedProperty]
  /// Whether the objects say themselves which of them are.
  let isSelecting: Bool

  private static let known = Mutex<[ObjectIdentifier: CodedProperties]>([:])

  /// The properties of a class, which are looked for once.
  ///
  /// - Throws: ``GraphCodingError`` when one of them cannot be archived.
  static func shared(for type: AnyClass) throws -> CodedProperties {
    let identity = ObjectIdentifier(type)
    if let properties = known.withLock({ $0[identity] }) { return properties }
    let properties = try CodedProperties(type)
    known.withLock { $0[identity] = properties }
    return properties
  }

  private init(_ type: AnyClass) throws {
    isSelecting = type is any PropertySelecting.Type
    var names: Set<String> = []
    properties = try StoredProperty.all(of: type).compactMap { property in
      do throws(DeclarationFlaw) {
        guard let name = property.name, !property.isLeftOut else { return nil }
        // A private property of a subclass may have the name of one above it.
        var key = name
        while !names.insert(key).inserted { key += "'" }
        return try CodedProperty.make(for: property, key)
      } catch {
        throw GraphCodingError(
          .invalidDeclaration(error), className: String(describing: type),
          keyPath: property.storageName)
      }
    }
  }
}
