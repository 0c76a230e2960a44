public import Stele

/// The whole content of an archive in memory, which can be changed and written.
///
/// A graph needs no Swift class: entries describe classes, objects hold values by key, and references
/// are object numbers, counted from 1. Spec chapters 4 to 6.
public struct ArchiveGraph: Hashable, Sendable {
  /// The document type: a uniform type such as `com.example.zoo`, a media type, or an empty string.
  ///
  /// Spec §2.4.
  public var documentType = ""
  /// The program that wrote the archive, for people.
  public var writer = ""
  /// The class entries.
  public var classes = ArchiveClassTable()
  /// The objects; object 1 comes first.
  public var objects: [ArchiveObject] = []
  /// The roots, in their order.
  public var roots: [ArchiveNamedValue] = []
  /// The metadata, or nil if there is none.
  public var metadata: [ArchiveNamedValue]?
  /// Unknown ancillary chunks that are safe to copy.
  public var unknownChunks: [ArchiveUnknownChunk] = []

  /// Makes an empty graph.
  public init() {}

  /// Adds an object, and returns its number.
  @discardableResult
  public mutating func add(_ object: ArchiveObject) -> Int {
    objects.append(object)
    return objects.count
  }

  /// Returns the root of a name, or nil if there is none.
  public func root(_ name: String) -> ArchiveNamedValue? {
    roots.first { $0.name.isExactly(name) }
  }
}
