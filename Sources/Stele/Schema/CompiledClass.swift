/// An entry of the class table made ready for coding.
///
/// The numbers that concern the chain of superclasses are known when all entries of an instalment are.
///
/// Spec §4.2.
package struct CompiledClass: Sendable {
  package let kind: ArchiveClassEntry.Kind
  /// The class version.
  package let version: Int32
  /// The number of the class name.
  package let name: Int32
  /// The entry number of the superclass, or 0.
  package let superclass: Int32
  /// The index of the body of a class or struct, or of that of the first case of an enum.
  package let firstBody: Int32
  /// The index of the name of the first case in ``CompiledSchema/caseNames``.
  package internal(set) var firstCase: Int32 = 0
  /// The number of cases of an enum.
  package internal(set) var caseCount: Int32 = 0
  /// The number of entries on the chain, this one included.
  package internal(set) var chainCount: Int32 = 1
  /// The number of stored keys that records have before those of this entry.
  package internal(set) var inheritedKeyCount: Int32 = 0
  /// The number of presence bits that records have before those of this entry.
  package internal(set) var inheritedOptionalCount: Int32 = 0

  init(
    kind: ArchiveClassEntry.Kind, version: Int, name: Int, superclass: Int, firstBody: Int
  ) {
    self.kind = kind
    self.version = Int32(truncatingIfNeeded: version)
    self.name = Int32(truncatingIfNeeded: name)
    self.superclass = Int32(truncatingIfNeeded: superclass)
    self.firstBody = Int32(truncatingIfNeeded: firstBody)
  }

  /// The indices of the bodies: one of a class or struct, one for each case of an enum.
  package var bodies: Range<Int> {
    let first = Int(firstBody)
    return first..<(first &+ (kind == .enumeration ? Int(caseCount) : 1))
  }
}

/// The stored keys of a class, of a struct or of a case of an enum.
///
/// The keys of a class are its own; those of its superclasses stand in the bodies of these.
///
/// Spec §3.7.
package struct CompiledBody: BitwiseCopyable, Sendable {
  /// The indices of the keys.
  package let firstKey: Int32
  package let endKey: Int32
  /// The number of keys that are optional, each of which has a presence bit.
  package let optionalCount: Int32
  /// The first of the keys whose entry numbers stand in front of uniform lists (spec §3.5), in
  /// ``CompiledSchema/nestedKeys``, and how many there are.
  package let firstNested: Int32
  package let nestedCount: Int32
  /// The size in bytes of all values but those of the nested keys, if any bytes of that size are values; otherwise -1.
  let fixedByteCount: Int32
  /// Whether no value may have this body, because its case is retired.
  package let isRetired: Bool
  /// Whether the body is one byte 0, because it is that of a struct without stored keys.
  package let isEmptyStructure: Bool

  /// The indices of the keys.
  package var keys: Range<Int> { Int(firstKey)..<Int(endKey) }

  /// Where the indices of the keys stand whose entry numbers are in front of uniform lists.
  package var nestedKeys: Range<Int> { Int(firstNested)..<(Int(firstNested) &+ Int(nestedCount)) }

  /// The number of presence bytes.
  package var presenceByteCount: Int { (Int(optionalCount) &+ 7) &>> 3 }
}

/// A stored key made ready for coding.
///
/// Its name is ``CompiledSchema/keyNames`` at the same index.
///
/// Spec §4.3.
package struct CompiledKey: BitwiseCopyable, Sendable {
  /// The type.
  package let type: CompiledType
  /// The index of the type.
  package let typeIndex: Int32
  /// The number of the presence bit among those of the body, or -1 in a required key.
  package let presenceBit: Int32

  /// Whether records may leave the key out.
  @inline(__always)
  package var isOptional: Bool { presenceBit >= 0 }

  /// Whether the entry number of the values stands in front of uniform lists instead of in them.
  ///
  /// Spec §3.5.
  @inline(__always)
  package var isNestedInLists: Bool { type.operation == .structure && presenceBit < 0 }
}
