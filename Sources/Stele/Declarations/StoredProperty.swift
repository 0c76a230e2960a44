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
    if storageName.hasPrefix("$") || storageName.hasPrefix("_$") { return nil }
    return storageName.hasPrefix("_") && storageName.utf8.count > 1
      ? String(storageName.dropFirst()) : storageName
  }

  /// Whether the property is marked as transient.
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

  /// Returns the stored properties of a class without those of its superclass, or those of a struct; nil for other types.
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

// The functions of the Swift runtime that `Mirror` uses, which are part of its stable interface.

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
