extension ValueWriter {
  /// Writes a strong reference.
  ///
  /// Spec §5.3.
  mutating func writeReference(
    _ value: ArchiveValue, _ type: CompiledType
  ) throws(ArchiveWritingError) {
    let isOptional = type.code == .optional
    switch value {
    case .nil where isOptional:
      output.write(byte: 0)
    case .nil:
      throw fail(.breaks(.nilReference))
    case .reference(let number):
      guard number > 0 else { throw fail(.breaks(.nilReference)) }
      try remember(number, type)
      output.write(number: number)
    default:
      let descriptor = ArchiveTypeDescriptor.reference(to: tables.schema.name(type.operand))
      throw fail(.valueDoesNotMatch(isOptional ? .optional(descriptor) : descriptor))
    }
  }

  /// Writes a weak reference, outside set elements and map keys: 0, an even number, or through a slot an odd one.
  ///
  /// Spec §5.4.
  mutating func writeWeakReference(_ value: ArchiveValue, _ type: CompiledType)
    throws(ArchiveWritingError)
  {
    guard !place.isHashed, !frames.contains(where: \.isInKey) else {
      throw fail(.breaks(.weakInKey))
    }
    switch value {
    case .nil:
      output.write(byte: 0)
    case .reference(let number) where number > 0:
      try remember(number, type)
      output.write(varint: UInt64(number) << 1)
    case .reference(let number) where number < 0:
      let slot = -(number + 1)
      guard references.remember(slot: slot, reference(type)) else { throw fail(.breaks(.weakSlot)) }
      output.write(varint: UInt64(slot) << 1 | 1)
    case .reference:
      throw fail(.breaks(.danglingReference))
    default:
      throw fail(.valueDoesNotMatch(.weakReference(to: tables.schema.name(type.operand))))
    }
  }

  private func reference(_ type: CompiledType) -> ReferenceLedger.PendingReference {
    ReferenceLedger.PendingReference(
      name: Int(type.operand), object: place.object,
      key: place.object > 0 ? recordKey : place.root)
  }

  private mutating func remember(_ number: Int, _ type: CompiledType) throws(ArchiveWritingError) {
    let entry: Int?
    do throws(ArchiveWritingError) {
      entry = try references.remember(number, reference(type))
    } catch {
      throw fail(error.reason)
    }
    guard type.operand != 0, let entry else { return }
    guard tables.schema.entry(entry, isA: type.operand) else {
      throw fail(.breaks(.wrongClass))
    }
  }
}
