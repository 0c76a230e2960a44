/// The stored properties of an object that its coding left out.
///
/// A subclass of a `Codable` class inherits its coding, and the compiler does not warn that the inherited code does not know
/// the subclass's own properties.
package enum LostProperties {
  /// Finds the properties of each level that inherits its coding and has written nothing itself.
  ///
  /// The topmost class that can be archived inherits no coding, so it leaves properties out on purpose. Classes whose
  /// declaration allows lost properties, and those that describe themselves to `Mirror`, are not checked.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - levels: The levels that have written something themselves.
  ///   - names: The names of the keys of the object's own level. Keys of a type that all classes share belong there,
  ///     so a superclass with a property among them has written it.
  ///   - unattributedCount: The number of further classes, not known by name, that have written something.
  /// - Returns: Class name and property, such as `Dog.breed`, for each stored and non-lazy property of the other levels,
  ///   superclasses first.
  package static func find(
    in object: AnyObject, besides levels: [TypeDeclaration], written names: [String] = [],
    unattributedCount: Int = 0
  ) -> [String] {
    guard !(object is any CustomReflectable) else { return [] }
    let writers = Set(levels.map { ObjectIdentifier($0.type) })
    var properties: [[String]] = []
    var next: AnyClass? = Swift.type(of: object)
    while let type = next, TypeDeclaration.archivableSuperclass(of: type) != nil {
      if !writers.contains(ObjectIdentifier(type)), !allowsLostProperties(type) {
        let className = TypeName.short(type)
        let own = (StoredProperty.own(of: type) ?? []).filter { !$0.isTransient }
          .compactMap(\.name)
        if !own.isEmpty, !own.contains(where: names.contains) {
          properties.append(own.map { "\(className).\($0)" })
        }
      }
      next = _getSuperclass(type)
    }
    guard properties.count > unattributedCount else { return [] }
    return properties.reversed().flatMap(\.self)
  }

  /// Finds the properties of a superclass if none of them has been written or read.
  ///
  /// A subclass that forgets to call its superclass loses them.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - names: The names of the keys of the level, or nil if these are not known.
  ///   - written: The names of the keys of other levels; a class that writes one of the properties there has not lost them.
  /// - Returns: Class name and property, for each stored property of a type that can be archived.
  package static func ofSuperclass(
    _ level: TypeDeclaration, keys names: [String]?, besides written: [String] = []
  ) -> [String] {
    guard !level.archiveClass.allowsLostProperties else { return [] }
    let className = TypeName.short(level.type)
    let lost = (StoredProperty.own(of: level.type) ?? []).compactMap { property -> String? in
      guard let name = property.name, property.isStrong, !property.isTransient,
        property.type is any Codable.Type, names?.contains(where: name.isExactly) ?? true
      else { return nil }
      return name
    }
    guard !lost.contains(where: { name in written.contains { $0.isExactly(name) } }) else {
      return []
    }
    return lost.map { "\(className).\($0)" }
  }

  private static func allowsLostProperties(_ type: AnyClass) -> Bool {
    (type as? any ArchiveDeclaring.Type)?.archiveClass.allowsLostProperties ?? false
  }
}
