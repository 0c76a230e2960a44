/// The keys of a struct whose bytes are the same in memory as in archives.
package struct PackedLayout {
  package struct Slot {
    package let name: String
    /// The type of a number, or of structs.
    let code: TypeCode
    /// The layout of a struct.
    package let nested: PackedLayout?
  }

  let type: any PackedStruct.Type
  /// The keys, in their order.
  package let slots: [Slot]
  let byteCount: Int

  /// Validates a type; nil if its values have gaps, another order, or properties of other types.
  package init?<Root: PackedStruct>(of type: Root.Type) {
    guard UInt16(littleEndian: 1) == 1 else { return nil }
    var offset = 0
    var slots: [Slot] = []
    for key in type.packedKeys {
      guard MemoryLayout<Root>.offset(of: key.path) == offset else { return nil }
      let slot: Slot
      if let code = key.code, let byteCount = code.fixedByteCount {
        slot = Slot(name: key.name.description, code: code, nested: nil)
        offset += byteCount
      } else if let nested = key.nested() {
        // A struct cannot hold itself, so the recursion ends.
        slot = Slot(name: key.name.description, code: .struct, nested: nested)
        offset += nested.byteCount
      } else {
        return nil
      }
      slots.append(slot)
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
