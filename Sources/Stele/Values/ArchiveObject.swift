/// An object: a class entry and the values of its keys.
///
/// An object does not have its number, which is its position among the objects of an archive.
///
/// Spec §5.2.
public struct ArchiveObject: Hashable, Sendable {
  /// The number of the class entry.
  public var entry: Int
  private(set) var stored: StoredValues

  /// Makes an object.
  public init(entry: Int, values: [ArchiveValue?]) {
    self.entry = entry
    stored = StoredValues(values)
  }

  /// The value of each stored key of the entry's chain, nil where the key is absent.
  ///
  /// The order is that of ``ArchiveClassTable/storedKeys(of:)``. Small values are packed, so read the whole array before a loop
  /// over its elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys; O(1) for changes after the first one.
  public var values: [ArchiveValue?] {
    get { stored.array }
    set { stored.array = newValue }
    _modify { yield &stored.array }
  }
}

/// A value with a name and a type: a root, or an item of the metadata.
///
/// Spec §6.1, §6.2.
public struct ArchiveNamedValue: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The type of the value.
  public var type: ArchiveTypeDescriptor
  /// The value.
  public var value: ArchiveValue

  /// Makes a named value.
  public init(_ name: String, _ type: ArchiveTypeDescriptor, _ value: ArchiveValue) {
    self.name = name
    self.type = type
    self.value = value
  }
}

extension ArchiveNamedValue {
  /// Compares names by their bytes.
  public static func == (left: ArchiveNamedValue, right: ArchiveNamedValue) -> Bool {
    left.name.isExactly(right.name) && left.type == right.type && left.value == right.value
  }
}

/// A chunk of an unknown type.
///
/// Spec §2.3.
public struct ArchiveUnknownChunk: Hashable, Sendable {
  /// The type, which is ancillary.
  public var type: ArchiveChunkType
  /// The payload.
  public var payload: [UInt8]

  /// Makes a chunk.
  ///
  /// - Complexity: O(1).
  public init(type: ArchiveChunkType, payload: [UInt8]) {
    self.type = type
    self.payload = payload
  }
}
