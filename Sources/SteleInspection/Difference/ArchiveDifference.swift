public import Stele

/// The changes from one archive to another, object by object.
///
/// Two archives are compared by content, not by bytes: the numbers and the order of objects, the order of roots, sets and maps,
/// and the layout of the file are ignored. A shared object differs from two equal objects. If all values are equal, the changes
/// are those of the types of roots and of the classes in use. There are no changes exactly if the archives have equal content
/// and metadata. ``ArchiveCompatibility`` shows the consequences for programs. Objects that are not reachable from a root are
/// not compared.
///
/// Roots with equal names correspond, and so do the objects to which they refer at equal keys. In lists, objects with equal
/// content are paired first, then objects with equal content apart from references, then objects of the same class.
///
/// ``Change/oldPath``, ``Change/old`` and their counterparts are texts for people. They may change between versions of
/// this library.
public struct ArchiveDifference: Hashable, Sendable {
  /// One of two archives that are compared.
  public enum Side: Hashable, Sendable {
    /// The archive before the changes.
    case old
    /// The archive with the changes.
    case new
  }

  /// An archive that cannot be compared.
  public struct Failure: Error, Hashable, Sendable {
    /// The archive.
    public let side: Side
    /// The rule that the archive breaks, or the limit that it exceeds.
    public let error: ArchiveError
  }

  /// The changes: those of roots, then those of objects, then removed and added references; if there are none, the changes of
  /// definitions.
  public let changes: [Change]

  /// Finds the changes between two archives that are in memory.
  ///
  /// - Parameters:
  ///   - old: The archive before the changes.
  ///   - new: The archive with the changes.
  ///   - limits: The limits of both archives.
  /// - Throws: The first rule that one of the archives breaks.
  /// - Complexity: O(*n* log *n*), where *n* is the number of bytes of both archives, with about 100 bytes of memory
  ///   for each object and four for each reference, and the memory of the changes.
  public init(
    from old: [UInt8], to new: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) throws(Failure) {
    try self.init(from: .memory(old), to: .memory(new), limits: limits)
  }

  /// Finds the changes between two archives that are read in parts.
  ///
  /// - Parameters:
  ///   - old: The bytes of the archive before the changes.
  ///   - new: The bytes of the archive with the changes.
  ///   - limits: The limits of both archives.
  /// - Throws: The first rule that one of the archives breaks.
  /// - Complexity: As ``init(from:to:limits:)-([UInt8],_,_)``.
  public init(
    from old: some ByteSource, to new: some ByteSource, limits: ArchiveLimits = ArchiveLimits()
  ) throws(Failure) {
    try self.init(from: .source(old), to: .source(new), limits: limits)
  }

  private init(
    from old: ArchiveBytes, to new: ArchiveBytes, limits: ArchiveLimits
  ) throws(Failure) {
    var comparison = try ArchiveComparison(
      Self.open(old, .old, limits), Self.open(new, .new, limits))
    var changes: [Change] = []
    do {
      try comparison.forEachChange { changes.append($0) }
    } catch let failure as Failure {
      throw failure
    } catch {
      // The closure throws nothing.
    }
    self.changes = changes
  }

  private static func open(
    _ bytes: ArchiveBytes, _ side: Side, _ limits: ArchiveLimits
  ) throws(Failure) -> ComparedArchive {
    do throws(ArchiveError) {
      return try ComparedArchive(bytes, side, limits: limits)
    } catch {
      throw Failure(side: side, error: error)
    }
  }

  /// Whether both archives have the same content.
  public var isEmpty: Bool { changes.isEmpty }
}

extension ArchiveDifference: CustomStringConvertible {
  /// The changes, one per line, as `stele diff` prints them.
  public var description: String { changes.map(\.description).joined(separator: "\n") }
}
