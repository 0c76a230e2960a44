/// An object: a class entry and the values of its keys.
///
/// An object does not know its number, which is its place among the objects of an archive.
///
/// Spec §5.2.
public struct Object: Hashable, Sendable {
  /// The number of the class entry.
  public var entry: Int
  /// The value of each stored key of the entry's chain, nil where the key is absent.
  ///
  /// The order is that of ``ClassTable/storedKeys(of:)``.
  public var values: [Value?]

  /// Makes an object.
  public init(entry: Int, values: [Value?]) {
    self.entry = entry
    self.values = values
  }
}

/// A value with a name and a type: a root, or an item of the metadata.
///
/// Spec §6.1, §6.2.
public struct NamedValue: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The type of the value.
  public var type: TypeDescriptor
  /// The value.
  public var value: Value

  /// Makes a named value.
  public init(_ name: String, _ type: TypeDescriptor, _ value: Value) {
    self.name = name
    self.type = type
    self.value = value
  }
}

extension NamedValue {
  /// Compares names by their bytes.
  public static func == (left: NamedValue, right: NamedValue) -> Bool {
    left.name.isExactly(right.name) && left.type == right.type && left.value == right.value
  }
}

/// A chunk that the library does not know, as it stands in a file.
///
/// Spec §2.3.
public struct UnknownChunk: Hashable, Sendable {
  /// The type, which is ancillary.
  public var type: ChunkType
  /// The payload.
  public var payload: [UInt8]

  /// Makes a chunk.
  public init(type: ChunkType, payload: [UInt8]) {
    self.type = type
    self.payload = payload
  }
}
