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
