public import Stele

/// The reason why a property list is not a keyed archive, or a graph cannot be written as one.
///
/// Two errors are equal if their reason, place and offset are. Spec annex E.
public struct KeyedArchiveError: Error, Sendable {
  /// The broken rule.
  public let reason: Reason

  /// The value that breaks it, such as `$objects[12].NS.objects[3]`, or nil for the list as a
  /// whole.
  public let place: String?

  /// The position of the value, in bytes from the start of the property list that was read.
  ///
  /// It is nil if no bytes were read.
  public internal(set) var offset: Int?

  /// The line of the value, from 1, in an XML property list that was read.
  public internal(set) var line: Int?

  /// The maximum length of places, in bytes.
  private static let placeByteCount = 480

  /// The number of the invalid node of the property list, or nil.
  let node: Int?

  /// Makes an error.
  ///
  /// A long place is cut after its beginning, and its length is added.
  public init(
    _ reason: Reason, at place: String? = nil, offset: Int? = nil, line: Int? = nil
  ) {
    self.reason = reason
    self.place = place?.shortened(to: Self.placeByteCount)
    self.offset = offset
    self.line = line
    node = nil
  }

  init(_ reason: Reason, node: Int, of list: PropertyListGraph) {
    self.reason = reason
    place = NodePlace.path(to: node, in: list.nodes, root: list.root)?
      .shortened(to: Self.placeByteCount)
    offset = nil
    line = nil
    self.node = node
  }

  /// One case per rule.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The bytes are not a property list, or the list cannot be made or written.
    case propertyList(PropertyListError)

    // Reading a keyed archive.

    /// The property list is not a dictionary.
    case notADictionary
    /// The outermost dictionary lacks a required key.
    case missingKey(String)
    /// A value does not have the required kind.
    case wrongKind(expected: Kind)
    /// A UID is not the number of an object.
    case danglingUID(UInt64, objectCount: Int)
    /// A dictionary among the objects has neither `$class` nor `$classname`.
    case missingClass
    /// The `$class` of a record is not a class record.
    case notAClassRecord(UInt64)
    /// A set has an element twice.
    case duplicateSetElement
    /// A UID is in the outermost dictionary, outside `$top` and `$objects`.
    case misplacedUID
    /// Copied to each of their uses, shared values take more than the limit.
    case unfoldsTooFar(limit: Int)
    /// Values are nested deeper than the limit.
    case tooDeep(limit: Int)

    // Writing a keyed archive.

    /// The graph lacks an item of metadata that describes the archive.
    case missingMetadata(String)
    /// An object or a struct names an entry that does not exist, or has another kind.
    case wrongEntry(Int)
    /// The number of values of an object or a struct differs from the number of stored keys of its entry.
    case valueCount(Int, keyCount: Int)
    /// A class name begins with `$`, and is not assigned by the mapping.
    case reservedClassName(String)
    /// A reference is not the number of an object.
    case danglingReference(Int, objectCount: Int)
    /// The `$class` of an object is not a reference to a class record.
    case classReference
    /// A value has no form in a keyed archive.
    case notRepresentable(ArchiveTypeDescriptor)
  }

  /// The required kind of a value.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable {
    /// A dictionary.
    case dictionary
    /// An array.
    case array
    /// A string.
    case string
    /// An integer.
    case integer
    /// A UID.
    case uid = "UID"
  }
}

extension KeyedArchiveError: Hashable {
  /// Compares reason, place and offset.
  public static func == (left: KeyedArchiveError, right: KeyedArchiveError) -> Bool {
    left.reason == right.reason && left.place == right.place && left.offset == right.offset
  }

  /// Hashes reason, place and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(place)
    hasher.combine(offset)
  }
}
