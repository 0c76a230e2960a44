/// A value of any type of the format, without any Swift type of the program.
///
/// A value does not have its exact type: `.integer(5)` may be an int8 or an int128. The type is that
/// of the key, root or element. Comparison is by bits: a NaN equals itself, and
/// zero differs from negative zero. Spec chapter 3.
@nonexhaustive
public enum ArchiveValue: Sendable {
  /// A bool.
  case bool(Bool)
  /// A signed integer of any width.
  case integer(Int128)
  /// An unsigned integer of any width.
  case unsigned(UInt128)
  /// A float16, by its bits.
  case float16(bitPattern: UInt16)
  /// A float32.
  case float32(Float)
  /// A float64.
  case float64(Double)
  /// A string.
  case string(String)
  /// Bytes.
  case bytes([UInt8])
  /// A date, in seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  /// A uuid, the first byte being the most significant.
  case uuid(UInt128)
  /// A decimal number.
  indirect case decimal(ArchiveDecimal)
  /// A value together with its type, for the type `any`.
  indirect case any(ArchiveTypeDescriptor, ArchiveValue)
  /// A nil of an optional or weak type.
  case `nil`
  /// A value of an optional type, other than a reference.
  indirect case some(ArchiveValue)
  /// The elements of a list.
  case list([ArchiveValue])
  /// The elements of a set.
  case set([ArchiveValue])
  /// The pairs of a map.
  case map([ArchiveMapPair])
  /// The number of an object, for strong references, optional or not, and for weak ones.
  case reference(Int)
  /// A struct.
  case `struct`(ArchiveStructValue)
  /// An enum.
  case `enum`(ArchiveEnumValue)
}

/// A key of a map, and the value that belongs to it.
public struct ArchiveMapPair: Hashable, Sendable {
  /// The key.
  public var key: ArchiveValue
  /// The value.
  public var value: ArchiveValue

  /// Makes a pair.
  public init(key: ArchiveValue, value: ArchiveValue) {
    self.key = key
    self.value = value
  }
}

/// The keys of a struct, by the entry that describes it.
///
/// Spec §3.7.
public struct ArchiveStructValue: Hashable, Sendable {
  /// The number of the class entry.
  public var entry: Int
  package private(set) var stored: StoredValues

  /// Makes a struct.
  public init(entry: Int, values: [ArchiveValue?]) {
    self.entry = entry
    stored = StoredValues(values)
  }

  /// The value of each stored key of the entry, nil where the key is absent.
  ///
  /// Small values are packed, so read the whole array before a loop over its elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys; O(1) for changes after the first one.
  public var values: [ArchiveValue?] {
    get { stored.array }
    set { stored.array = newValue }
    _modify { yield &stored.array }
  }
}

/// A case of an enum and its payload, by the entry that describes it.
///
/// Spec §3.7.
public struct ArchiveEnumValue: Hashable, Sendable {
  // Of 32 bits, so that this is not the largest case of `ArchiveValue`; no archive has more entries or cases.
  private var entryNumber: Int32
  private var caseNumber: Int32
  package private(set) var stored: StoredValues

  /// Makes an enum.
  public init(entry: Int, caseIndex: Int, values: [ArchiveValue?]) {
    entryNumber = Int32(clamping: entry)
    caseNumber = Int32(clamping: caseIndex)
    stored = StoredValues(values)
  }

  /// The number of the class entry.
  public var entry: Int {
    get { Int(entryNumber) }
    set { entryNumber = Int32(clamping: newValue) }
  }

  /// The position of the case in the entry, counted from 0.
  public var caseIndex: Int {
    get { Int(caseNumber) }
    set { caseNumber = Int32(clamping: newValue) }
  }

  /// The value of each stored key of the case, nil where the key is absent.
  ///
  /// Small values are packed, so read the whole array before a loop over its elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys; O(1) for changes after the first one.
  public var values: [ArchiveValue?] {
    get { stored.array }
    set { stored.array = newValue }
    _modify { yield &stored.array }
  }
}

extension ArchiveValue {
  /// The entry of a struct or enum, 0 for other values.
  package var inlineEntry: Int {
    switch self {
    case .struct(let value): value.entry
    case .enum(let value): value.entry
    default: 0
    }
  }
}
