public import Stele
public import SteleModel

/// The recoverable content of a damaged archive.
///
/// Every chunk is checked separately, so a damaged block loses only its own objects; a chunk with one wrong byte is repaired
/// (``RecoveryOptions/repairStepLimit``). References to lost objects are removed so that the program that wrote the archive can
/// load the result (``RecoveryOptions/keepsNil``). The remaining objects are renumbered. If the index is intact, chunks that it
/// does not list belong to another save, and are ignored.
///
/// If a file contains several archives, each is recovered separately (``RecoveryOptions/archive``), and never mixed with
/// another one.
///
/// An archive that needs another version of the format is not recovered. If the head is lost, the version is unknown
/// (``RecoveryReport/isVersionKnown``), and assumed to be one that this library reads.
///
/// Spec §8.4.
public struct ArchiveRecovery: Sendable {
  /// The saved content; `ArchiveGraph.encoded()` makes a valid archive from it.
  public let graph: ArchiveGraph
  /// The report on the losses.
  public let report: RecoveryReport

  /// Recovers the content of an archive.
  ///
  /// - Parameters:
  ///   - bytes: The damaged archive.
  ///   - limits: The limits of the recovery. Content that would need more memory is lost (rule L4 among the damages);
  ///     ordinary content needs no more than the limits of the specification.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) {
    var options = RecoveryOptions()
    options.limits = limits
    self.init(bytes, options: options)
  }

  /// Recovers the content of an archive, as some options request.
  ///
  /// - Parameters:
  ///   - bytes: The damaged archive.
  ///   - options: The options.
  /// - Complexity: O(*n* + *s*), where *n* is the number of bytes and *s* is the limit of the steps of repair.
  public init(_ bytes: [UInt8], options: RecoveryOptions) {
    let salvage = Salvage(bytes, options: options)
    report = salvage.report
    graph = salvage.makeGraph()
  }
}
