/// A struct of numbers that is copied as a whole, alone or in arrays, if its bytes are the same in memory as in archives.
///
/// That is the case when the properties are `Int8`, `UInt8`, floating-point numbers and other structs of this kind, follow
/// each other in the order of ``packedKeys`` without gaps, and the machine is a little-endian one. Otherwise, and when the archive has
/// other keys, elements are coded one by one. The archive is the same either way: a type that writes its keys by hand writes
/// its properties as they are.
///
///     struct Vertex: PackedStruct {
///       var x: Float = 0
///       var y: Float = 0
///       static let packedKeys = [PackedKey<Vertex>("x", \.x), PackedKey("y", \.y)]
///     }
///
/// Spec §3.5.
public protocol PackedStruct: BitwiseCopyable, FieldCodable {
  /// All stored properties, in the order of their declaration.
  ///
  /// A type that does not list one of them is refused with ``DeclarationFlaw/propertyNotListed(_:)``, unless it declares
  /// ``ArchiveClass/allowsLostProperties``.
  static var packedKeys: [PackedKey<Self>] { get }
  /// Makes a value for the keys to be read into.
  init()
}

extension PackedStruct {
  /// Reads the keys.
  ///
  /// - Throws: Any error of reading a key.
  public init(from fields: inout FieldDecoder) throws {
    self.init()
    for key in Self.packedKeys { try key.read(&self, &fields) }
  }

  /// Writes the keys.
  ///
  /// - Throws: Any error of writing a key.
  public func encode(to fields: inout FieldEncoder) throws {
    for key in Self.packedKeys { try key.write(self, &fields) }
  }
}

/// A stored property of a ``PackedStruct``, and its key.
public struct PackedKey<Root>: Sendable {
  let name: StaticString
  let path: any PartialKeyPath<Root> & Sendable
  /// The type in archives, if the bytes of its values are the same in memory.
  let code: TypeCode?
  /// Returns the layout of the property, if it is a packed struct itself.
  let nested: @Sendable () -> PackedLayout?
  let write: @Sendable (Root, inout FieldEncoder) throws -> Void
  let read: @Sendable (inout Root, inout FieldDecoder) throws -> Void

  /// Makes the key of a property.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - path: The property, which is a stored one.
  public init<Value: Codable & SendableMetatype>(
    _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.name = name
    self.path = path
    code = PackedLayout.code(of: Value.self)
    nested = { (Value.self as? any PackedStruct.Type)?.packedLayout }
    write = { root, fields in try fields.encode(root[keyPath: path], name) }
    read = { root, fields in root[keyPath: path] = try fields.decode(name) }
  }
}

// MARK: Layout

/// The keys of a struct whose bytes are the same in memory as in archives.
package struct PackedLayout {
  let type: any PackedStruct.Type
  /// The keys, in their order: the type of a number or of structs, and the layout of these.
  package let slots: [(name: String, code: TypeCode, nested: PackedLayout?)]
  let byteCount: Int

  /// Validates a type; nil if its values have gaps, another order, or properties of other types.
  package init?<Root: PackedStruct>(of type: Root.Type) {
    guard UInt16(littleEndian: 1) == 1 else { return nil }
    var offset = 0
    var slots: [(name: String, code: TypeCode, nested: PackedLayout?)] = []
    for key in type.packedKeys {
      guard MemoryLayout<Root>.offset(of: key.path) == offset else { return nil }
      let name = key.name.description
      if let code = key.code, let byteCount = code.fixedByteCount {
        slots.append((name, code, nil))
        offset += byteCount
      } else if let nested = key.nested() {
        // A struct cannot hold itself, so the recursion ends.
        slots.append((name, .struct, nested))
        offset += nested.byteCount
      } else {
        return nil
      }
    }
    guard offset > 0, offset == MemoryLayout<Root>.size, offset == MemoryLayout<Root>.stride else {
      return nil
    }
    self.type = type
    self.slots = slots
    byteCount = offset
  }

  /// Returns the type in archives of a Swift type, if the bytes of its values are the same in memory, for all values of the bits.
  static func code(of type: Any.Type) -> TypeCode? {
    // Not every byte is a Bool, so these are checked one by one.
    guard !(type is Bool.Type), let code = (type as? any WireScalar.Type)?.typeCode else {
      return nil
    }
    return code.fixedByteCount == nil ? nil : code
  }

  /// Returns whether an entry has the keys of the layout, each of its type, and all of them always.
  func has(_ entry: Int, _ schema: CompiledSchema) -> Bool {
    guard let body = schema.body(ofEntry: entry), body.keys.count == slots.count else {
      return false
    }
    return zip(body.keys, slots).allSatisfy { index, slot in
      let key = schema.keys[index]
      return !key.isOptional && key.type.code == slot.code
        && schema.keyNames[index].isExactly(slot.name)
    }
  }
}

extension PackedStruct {
  static var packedLayout: PackedLayout? { PackedLayout(of: Self.self) }

  /// Checks that no stored property is missing among the keys.
  static func validatePackedKeys() throws(SteleCodingError) {
    guard (Self.self as? any ArchiveDeclaring.Type)?.archiveClass.allowsLostProperties != true
    else {
      return
    }
    let offsets = packedKeys.map { MemoryLayout<Self>.offset(of: $0.path) }
    // A key of a computed property may replace any stored one.
    guard !offsets.contains(nil) else { return }
    for property in StoredProperty.own(of: Self.self) ?? [] where !property.isTransient {
      let bytes = property.bytes
      guard let name = property.name, !bytes.isEmpty,
        !offsets.contains(where: { $0.map(bytes.contains) ?? false })
      else { continue }
      throw SteleCodingError(
        .invalidDeclaration(.propertyNotListed(name)), className: TypeName.short(Self.self))
    }
  }
}
