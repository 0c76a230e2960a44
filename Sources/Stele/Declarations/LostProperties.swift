/// The stored properties of the class levels of an object which its coding left out.
///
/// A subclass of a `Codable` class inherits its coding, and the compiler does not mind that this knows nothing
/// of the subclass's own properties.
package enum LostProperties {
  /// The properties of each level that inherits its coding and wrote nothing of its own.
  ///
  /// The topmost class that can be archived inherits no coding, so whatever it leaves out is left out on purpose.
  /// Classes whose declaration allows it, and those that describe themselves to `Mirror`, are not validated.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - levels: The levels that wrote something of their own.
  ///   - names: The names of the keys of the object's own level. Keys of a type that all classes share belong there,
  ///     so a class above whose property is among them has written it.
  ///   - unattributedCount: How many further classes have written something, of which it is not known which they are.
  /// - Returns: Class name and property, such as `Dog.breed`, for each stored and non-lazy property of the other
  ///   levels, those of superclasses first.
  package static func find(
    in object: AnyObject, besides levels: [TypeDeclaration], written names: [String] = [],
    unattributedCount: Int = 0
  ) -> [String] {
    guard !(object is any CustomReflectable) else { return [] }
    let writers = Set(levels.map { ObjectIdentifier($0.type) })
    var properties: [[String]] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror, let type = level.subjectType as? AnyClass,
      Superclass.nearest(of: type) != nil
    {
      if !writers.contains(ObjectIdentifier(type)), !allowsLostProperties(type) {
        let className = TypeName.short(type)
        let own = level.children.compactMap { child in
          Swift.type(of: child.value) is any LeftOut.Type ? nil : child.label.flatMap(propertyName)
        }
        if !own.isEmpty, !own.contains(where: names.contains) {
          properties.append(own.map { "\(className).\($0)" })
        }
      }
      mirror = level.superclassMirror
    }
    guard properties.count > unattributedCount else { return [] }
    return properties.reversed().flatMap(\.self)
  }

  /// The properties of the topmost level that is archived, of which nothing has been written or read.
  ///
  /// A subclass that forgets to call its superclass loses them.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - names: The names of the keys of the level, or nil if these are not known.
  ///   - written: The names of the keys of other levels: a class that writes one of the properties there has not forgotten them.
  /// - Returns: Class name and property, for each stored property of a type that can be archived.
  package static func ofSuperclass(
    _ level: TypeDeclaration, keys names: [String]?, besides written: [String] = []
  ) -> [String] {
    guard !level.archiveClass.allowsLostProperties else { return [] }
    let className = TypeName.short(level.type)
    let lost = (StoredProperty.own(of: level.type) ?? []).compactMap { property -> String? in
      guard let name = property.name, property.isStrong, !property.isLeftOut,
        property.type is any Codable.Type, names?.contains(where: name.isExactly) ?? true
      else { return nil }
      return name
    }
    guard !lost.contains(where: { name in written.contains { $0.isExactly(name) } }) else {
      return []
    }
    return lost.map { "\(className).\($0)" }
  }

  /// The name of a property by that of its storage, or nil when there is nothing to lose.
  private static func propertyName(ofStorage label: String) -> String? {
    // Lazy properties can be made again; what macros add for themselves begins in the second way.
    if label.hasPrefix("$") || label.hasPrefix("_$") { return nil }
    // Property wrappers, and the macros that work like these, store `x` as `_x`.
    return label.hasPrefix("_") && label.utf8.count > 1 ? String(label.dropFirst()) : label
  }

  /// Whether a class says that its properties may be lost.
  private static func allowsLostProperties(_ type: AnyClass) -> Bool {
    (type as? any ArchiveDeclaring.Type)?.archiveClass.allowsLostProperties ?? false
  }
}
