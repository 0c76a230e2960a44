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
