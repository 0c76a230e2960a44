/// What a ``ValueInterpreter`` shows the values to that it walks over.
///
/// Each value is shown after its bytes have been validated; a container when what stands before its parts has been. All
/// requirements do nothing by default, so that a visitor pays for nothing that it does not need.
package protocol ValueVisitor: Sendable {
  /// Whether the visitor wants to see all values. What nobody wants to see may be validated by its size alone.
  static var isInterested: Bool { get }
  /// Whether the values have been validated before, and only the references in them are shown.
  ///
  /// What takes long is then not validated again: strings, packed lists, the elements of sets, the targets of references.
  static var findsReferences: Bool { get }
  /// Whether the visitor wants to know where the keys of records begin, and where records end.
  static var measuresRecords: Bool { get }

  /// Takes a value that contains no others and is no reference: a scalar, or a packed list.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - bytes: The bytes of the value and no more.
  /// - Throws: What the visitor refuses, such as rule L4.
  mutating func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError)
  /// Takes a reference.
  ///
  /// - Parameters:
  ///   - number: The number of the object, 0 being nil.
  ///   - type: The type.
  ///   - index: The index of the type.
  ///   - isHashed: Whether the reference stands in an element of a set or in a key of a map.
  mutating func reference(_ number: Int, _ type: CompiledType, at index: Int, isHashed: Bool)
  /// Takes a nil of an optional type other than a reference.
  mutating func none()
  /// Takes the absence of an optional key.
  mutating func absentKey()
  /// Takes the beginning of a container.
  ///
  /// - Parameters:
  ///   - container: What it is.
  ///   - count: The number of parts, pairs of a map being one.
  ///   - offset: The offset of the first part.
  ///   - schema: The compiled class table, with the types of open `any` values.
  /// - Throws: What the visitor refuses, such as rule L4.
  mutating func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError)
  /// Takes the place where the next key of a record begins, be it present or not, before its value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - offset: The offset of its value, or of what follows if it is absent.
  mutating func beginKey(_ key: CompiledKey, at offset: Int)
  /// Takes the place where a record ends, after its values.
  mutating func endRecord(at offset: Int)
  /// Takes the end of a container other than an optional or `any` value, which ends with its one part.
  mutating func close()
}

/// A value that has parts.
package enum VisitedContainer: Sendable {
  case record(entry: Int)
  case structure(entry: Int)
  case enumeration(entry: Int, caseIndex: Int)
  case list
  case set
  case map
  case some
  /// An `any` value with the index of its type, and the number of bytes of its descriptor.
  case any(type: Int, byteCount: Int)
}

extension ValueVisitor {
  @inline(__always) package static var isInterested: Bool { true }
  @inline(__always) package static var findsReferences: Bool { false }
  @inline(__always) package static var measuresRecords: Bool { false }
  @inline(__always)
  package mutating func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
  }
  @inline(__always)
  package mutating func reference(
    _ number: Int, _ type: CompiledType, at index: Int, isHashed: Bool
  ) {}
  @inline(__always) package mutating func none() {}
  @inline(__always) package mutating func absentKey() {}
  @inline(__always)
  package mutating func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {}
  @inline(__always) package mutating func beginKey(_ key: CompiledKey, at offset: Int) {}
  @inline(__always) package mutating func endRecord(at offset: Int) {}
  @inline(__always) package mutating func close() {}
}

/// Ignores all events: it serves to validate.
package struct ValidatingVisitor: ValueVisitor {
  @inline(__always) package static var isInterested: Bool { false }
  package init() {}
}
