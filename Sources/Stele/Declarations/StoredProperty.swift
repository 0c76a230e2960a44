/// A stored property of a class or struct, from the metadata of the Swift runtime.
package struct StoredProperty: Sendable {
  /// The name of the storage: `_x` for a property `x` that has a wrapper.
  package let storageName: String
  /// The type of the storage.
  package let type: Any.Type
  /// The offset in an object, in bytes.
  package let offset: Int
  /// Whether the property is strong, neither weak nor unowned.
  package let isStrong: Bool
  /// Whether the property is variable; the compiler may have inlined the value of a constant.
  package let isVariable: Bool

  /// The name of the property, or nil for storage that the compiler has added: of lazy properties and of macros.
  package var name: String? {
    // Lazy properties can be computed again; the storage that macros add for themselves has the second prefix.
    if storageName.hasPrefix("$") || storageName.hasPrefix("_$") { return nil }
    // Property wrappers, and the macros that work like these, store `x` as `_x`.
    return storageName.hasPrefix("_") && storageName.utf8.count > 1
      ? String(storageName.dropFirst()) : storageName
  }

  package var isTransient: Bool { type is any TransientStorage.Type }

  /// The offsets of the bytes of the property.
  var bytes: Range<Int> {
    func size<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }
    return offset..<offset + _openExistential(type, do: size)
  }

  /// Returns the stored properties of a class and of its superclasses, the topmost first, each in the order of declaration.
  ///
  /// `Mirror` has the same source, but gives values without their places.
  package static func all(of type: AnyClass) -> [StoredProperty] { all(in: type) }

  /// Returns the stored properties of a struct, or of a class without its superclass; nil for other types.
  static func own(of type: Any.Type) -> [StoredProperty]? {
    guard let asClass = type as? AnyClass else {
      return runtimeKind(of: type) == structKind ? all(in: type) : nil
    }
    return Array(all(in: type).dropFirst(_getSuperclass(asClass).map { count(of: $0) } ?? 0))
  }

  private static func all(in type: Any.Type) -> [StoredProperty] {
    (0..<runtimeFieldCount(of: type)).map { index in
      var field = unsafe RuntimeField()
      // Safe: the runtime fills a structure of this layout for each index below the count; the field's `free`
      // frees the name.
      let propertyType = unsafe runtimeField(of: type, at: index, &field)
      defer { unsafe field.free?(field.name) }
      return StoredProperty(
        storageName: unsafe field.name.map { unsafe String(cString: $0) } ?? "",
        type: propertyType, offset: runtimeOffset(of: type, at: index),
        isStrong: unsafe field.isStrong,
        isVariable: unsafe field.isVariable)
    }
  }

  /// Returns the number of stored properties of a class and of its superclasses.
  package static func count(of type: AnyClass) -> Int { runtimeFieldCount(of: type) }

  /// Finds a class, among a class and its superclasses, that has stored properties without metadata.
  ///
  /// A module can be compiled without reflection metadata, or without the names in it.
  ///
  /// The search ends before the superclass `end`.
  ///
  /// - Returns: The nearest of these classes, or nil if there is none.
  package static func classWithoutMetadata(
    _ type: AnyClass, below end: AnyClass? = nil
  ) -> AnyClass? {
    var next: AnyClass? = type
    while let current = next, current != end {
      next = _getSuperclass(current)
      guard
        hasMetadata(
          names: (own(of: current) ?? []).map(\.storageName), byteCount: byteCount(of: current),
          inherited: next.map(byteCount) ?? objectHeaderByteCount)
      else { return current }
    }
    return nil
  }

  /// Compares the known stored properties of a class with the size of its objects.
  ///
  /// The names are those of the storage, empty for a name that is not known; `inherited` is the size of an object of the
  /// superclass.
  ///
  /// - Returns: Whether the runtime has metadata of all properties of the class.
  package static func hasMetadata(names: [String], byteCount: Int, inherited: Int) -> Bool {
    names.isEmpty ? byteCount <= inherited : !names.contains("")
  }

  /// Returns the size of an object of a class; with Objective-C, rounded up to words.
  package static func byteCount(of type: AnyClass) -> Int {
    Int(clamping: runtimeExtents(of: type).positive)
  }

  /// The size of an object of a class without a superclass and without properties.
  package static let objectHeaderByteCount = 2 * MemoryLayout<Int>.size
}

// MARK: Properties that are lost

// A subclass of a `Codable` class inherits its coding, and the compiler does not warn that the inherited code does not know
// the subclass's own properties.

extension StoredProperty {
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
  package static func lost(
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
  package static func lost(
    ofSuperclass level: TypeDeclaration, keys names: [String]?, besides written: [String] = []
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

/// The type of a transient property, which is left out of archives.
protocol TransientStorage {}

/// The description of a property by the runtime.
@unsafe
private struct RuntimeField {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false

  init() {
    unsafe name = nil
    unsafe free = nil
  }
}

// The functions of the Swift runtime that `Mirror` and `ManagedBuffer` use, which are part of its stable interface.

/// The kind of structs in the runtime.
private let structKind: UInt = 0x200

@_silgen_name("swift_getMetadataKind")
private func runtimeKind(of type: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func runtimeFieldCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func runtimeField(
  of type: Any.Type, at index: Int, _ field: UnsafeMutablePointer<RuntimeField>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func runtimeOffset(of type: Any.Type, at index: Int) -> Int

#if canImport(ObjectiveC)
  @_silgen_name("_swift_getObjCClassInstanceExtents")
  private func runtimeExtents(of type: AnyClass) -> (negative: UInt, positive: UInt)
#else
  @_silgen_name("_swift_getSwiftClassInstanceExtents")
  private func runtimeExtents(of type: AnyClass) -> (negative: UInt, positive: UInt)
#endif
