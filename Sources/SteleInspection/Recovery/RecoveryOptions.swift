public import Stele

/// The choices of a recovery.
///
/// Spec §8.4.
public struct RecoveryOptions: Sendable {
  /// The limits of the recovery.
  ///
  /// Content that would need more memory is lost (rule L4 among the damages); ordinary content needs no more than the
  /// limits of the specification.
  public var limits = ArchiveLimits()

  /// The archive to recover, counted from 1, or `nil` for the first one.
  ///
  /// A file contains several archives if files were joined, if an archive was appended to one that was cut short, or if a
  /// shorter archive was written over a longer one (``RecoveryReport/archives``). Without a number, the recovery is complete
  /// only if the file has no other archive.
  public var archive: Int?

  /// The largest number of steps that the search for single errors takes for the whole archive; 0 repairs nothing.
  ///
  /// If one byte of a chunk has changed, is missing or has been added, it is found by trying all changes until the checksum of
  /// the chunk is right. A step adds 8 bytes to the checksum. Two billion steps, the default, take a processor a second or two,
  /// and ten times as long in a debug build. They suffice for a changed, missing or additional byte in a chunk of 16 KiB, and
  /// for a changed bit in one of 96 KiB. The class table comes first.
  public var repairStepLimit = 1 << 31

  /// Whether valid content of chunks with wrong checksums is saved.
  ///
  /// The records and roots of these chunks obey all rules of values, but may differ from the values that were written. The
  /// report lists them in either case (``RecoveryReport/uncheckedObjects``).
  public var savesUnchecked = false

  /// Another archive of the same program; its class table replaces a lost one.
  ///
  /// The entries of that archive must be the same as in the damaged archive, with the same numbers; records that do not fit
  /// them are lost.
  public var otherClasses: [UInt8]?

  /// Whether every lost reference becomes nil.
  ///
  /// By default, the program that wrote the archive can load the recovered content: lost elements of lists, sets and maps are
  /// left out, lost values of optional keys are absent, and objects without a value for a required key are dropped
  /// (``RecoveryReport/droppedObjects``). If nil is kept, no object is dropped, and types that do not admit nil are widened;
  /// elements of sets and keys of maps are left out in either case.
  public var keepsNil = false

  /// Creates the default choices.
  public init() {}
}
