/// The keys of a struct whose values stand in memory as in archives.
package struct PackedLayout {
  /// A key.
  package struct Slot {
    package let name: String
    let code: TypeCode
  }

  /// The keys, in their order.
  package let slots: [Slot]

  /// Examines a type, and gives nil when its values have gaps, another order, or properties of other types.
  package init?<Root: PackedStruct>(of type: Root.Type) {
    guard UInt16(littleEndian: 1) == 1 else { return nil }
    var offset = 0
    var slots: [Slot] = []
    for key in type.packedKeys {
      guard let code = key.code, MemoryLayout<Root>.offset(of: key.path) == offset,
        let byteCount = code.fixedByteCount
      else { return nil }
      offset += byteCount
      slots.append(Slot(name: key.name.description, code: code))
    }
    guard offset > 0, offset == MemoryLayout<Root>.size, offset == MemoryLayout<Root>.stride else {
      return nil
    }
    self.slots = slots
  }

  /// The type in archives of a type whose values stand there as in memory, whatever their bits are.
  static func code(of type: Any.Type) -> TypeCode? {
    // Not every byte is a Bool, so these are looked at one by one.
    guard !(type is Bool.Type), let code = (type as? any WireScalar.Type)?.typeCode else {
      return nil
    }
    return code.fixedByteCount == nil ? nil : code
  }
}
