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
  /// shorter archive was written over a longer one (``RecoveryReport/archives``). A recovery of the first one is only
  /// complete without a number if there is no other.
  public var archive: Int?

  /// The largest number of steps that the search for single errors takes for the whole archive; 0 repairs nothing.
  ///
  /// If one byte of a chunk has changed, is missing or is too many, it is found by trying until the checksum of the
  /// chunk is right. A step takes 8 bytes into the checksum; two billion steps, the default, take a processor a second
  /// or two, and ten times as long in a debug build. They suffice for a changed, missing or additional byte in a chunk
  /// of 16 KiB, and for a changed bit in one of 96 KiB. The class table comes first.
  public var repairStepLimit = 1 << 31

  /// Whether content of chunks with wrong checksums is saved as far as it is valid.
  ///
  /// The records of such a block, and the roots of such a chunk, keep all rules of values, but some may not have the
  /// values that were written. The report lists them in either case (``RecoveryReport/uncheckedObjects``).
  public var savesUnchecked = false

  /// Another archive, by the same program, whose class table takes the place of one that is lost; `nil` if there is
  /// none.
  ///
  /// Its entries have to be those of the damaged archive, with the same numbers; records that do not fit them are lost.
  public var otherClasses: [UInt8]?

  /// Whether every lost reference becomes nil.
  ///
  /// By default, the program that wrote the archive can load what is recovered: lost elements of lists, sets and maps are
  /// left out, lost values of optional keys are absent, and objects with required keys that are lost are dropped
  /// (``RecoveryReport/droppedObjects``). If nil is kept, no object is dropped, and types that do not admit nil are
  /// widened; elements of sets and keys of maps are left out in either case.
  public var keepsNil = false

  /// Creates the default choices.
  public init() {}
}
