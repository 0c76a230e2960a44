public import Stele
public import SteleModel

/// The classes and roots of an archive, without their values.
///
/// Spec chapter 4, §6.1.
public struct ArchiveSchema: Hashable, Sendable {
  /// The name and the type of a root.
  public struct Root: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The type.
    public var type: ArchiveTypeDescriptor

    /// Creates a description of a root.
    public init(_ name: String, _ type: ArchiveTypeDescriptor) {
      self.name = name
      self.type = type
    }
  }

  /// The class entries.
  public var classes: ArchiveClassTable
  /// The roots, in order.
  public var roots: [Root]

  /// Creates a schema from class entries and roots.
  public init(classes: ArchiveClassTable, roots: [Root] = []) {
    self.classes = classes
    self.roots = roots
  }

  /// Creates the schema of a graph.
  ///
  /// - Complexity: O(*n*), where *n* is the number of class entries, of their keys, and of roots.
  public init(_ graph: ArchiveGraph) {
    self.init(classes: graph.classes, roots: graph.roots.map { Root($0.name, $0.type) })
  }

  /// Reads the schema of an archive.
  ///
  /// - Throws: The rule that a root breaks.
  /// - Complexity: O(*n*), where *n* is the number of class entries, of their keys, and of bytes of
  ///   roots.
  public init(_ archive: ArchiveReader) throws(ArchiveError) {
    self.init(
      classes: archive.classes, roots: try archive.roots().map { Root($0.name, $0.type) })
  }
}

extension ArchiveSchema.Root {
  /// Compares names by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.isExactly(right.name) && left.type == right.type
  }
}
