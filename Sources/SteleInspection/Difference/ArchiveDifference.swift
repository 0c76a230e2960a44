public import Stele

/// The changes from one archive to another, object by object.
///
/// Two archives are compared by what they hold, not by their bytes: the numbers and the order of objects, the order of roots,
/// sets and maps, and the layout of the file do not count. An object that is shared differs from two equal objects. The class
/// table does not count either; ``Compatibility`` compares it. Objects that no root leads to are not compared.
///
/// Equal roots are the same root, and what they refer to at equal keys is the same object. In lists, those objects go together
/// that hold the same, then those that hold the same without references, then those of one class.
///
/// ``Change/oldPath``, ``Change/old`` and their counterparts are texts for people. They may change from one version of this
/// library to the next.
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

  /// The changes: those of roots, then those of objects, then references that are gone or new.
  public let changes: [Change]

  /// Finds the changes between two archives that are in memory.
  ///
  /// - Parameters:
  ///   - old: The archive before the changes.
  ///   - new: The archive with the changes.
  ///   - limits: The limits of both archives.
  /// - Throws: The first rule that one of the archives breaks.
  /// - Complexity: O(*n* log *n*), where *n* is the number of bytes of both archives, with some 100 bytes of memory for each
  ///   object and four for each reference, and the memory of the changes.
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

  /// Whether both archives hold the same.
  public var isEmpty: Bool { changes.isEmpty }
}

extension ArchiveDifference: CustomStringConvertible {
  /// The changes, one in a line, as `stele diff` shows them.
  public var description: String { changes.map(\.description).joined(separator: "\n") }
}
