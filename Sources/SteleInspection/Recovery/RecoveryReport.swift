public import Stele

/// The saved content and the losses of a damaged archive.
public struct RecoveryReport: Hashable, Sendable {
  /// The extent of the recovery.
  @nonexhaustive
  public enum Outcome: String, Hashable, Sendable {
    /// All objects, roots and metadata are saved, with correct checksums, and no other content is left.
    case complete
    /// Some content is saved, but not all.
    case partial
    /// No object is saved, and no root with a value.
    case nothing
  }

  /// A range of damaged bytes, and their former content as far as it is known.
  public struct Damage: Hashable, Sendable {
    /// The bytes.
    public let range: Range<Int>
    /// The type of the chunk in the range, or `nil` if it is unknown.
    public let type: ArchiveChunkType?
    /// The rule that the bytes break.
    public let rule: ArchiveRule
  }

  /// A repaired byte of a chunk.
  public struct Repair: Hashable, Sendable {
    /// The change that repaired the chunk.
    @nonexhaustive
    public enum Change: Hashable, Sendable {
      /// The byte had another value; its value is now the associated one.
      case replaced(with: UInt8)
      /// A byte with the associated value was missing, and now precedes the byte at the offset.
      case inserted(UInt8)
      /// The byte had been added.
      case removed
    }

    /// The offset of the byte in the damaged archive.
    public let offset: Int
    /// The type of the chunk.
    public let type: ArchiveChunkType
    /// The change.
    public let change: Change
  }

  /// A reference that has become nil, or an element that was left out, because the target is lost.
  public struct LostReference: Hashable, Sendable {
    /// The number of the referring object in the damaged archive, or `nil` for a root.
    public let object: Int?
    /// The key path to the reference in the damaged archive.
    public let keyPath: String
    /// The number of the lost object in the damaged archive.
    public let target: Int
    /// Whether the element of a list, set or map with the reference has been left out.
    public let isLeftOut: Bool
  }

  /// An undamaged object that has been dropped because a reference that its class requires is lost.
  public struct DroppedObject: Hashable, Sendable {
    /// The number of the object in the damaged archive.
    public let object: Int
    /// The key path to the reference in the damaged archive.
    public let keyPath: String
    /// The number of the target, which is lost or has been dropped, in the damaged archive.
    public let target: Int
  }

  /// A set or map that has one element or key in two spellings, which a program reads as equal.
  ///
  /// All spellings are kept. Spec §3.6.
  public struct Respelling: Hashable, Sendable {
    /// The number of the object with the set or map in the damaged archive, or `nil` for a root.
    public let object: Int?
    /// The key path to the set or map in the damaged archive.
    public let keyPath: String
  }

  /// The first error that makes readers refuse the file, or `nil` if it is a valid archive.
  public internal(set) var refusal: ArchiveError?
  /// The bytes of each archive in the file, in file order; the last one may have lost its beginning.
  ///
  /// One is recovered (``RecoveryOptions/archive``). Nothing is recovered for a number that no archive has.
  public internal(set) var archives: [Range<Int>] = []
  /// Whether other content is left, which does not belong to the archive: chunks of another save, other archives, or at least
  /// 24 bytes (enough for a chunk) before or after the archive.
  ///
  /// If ``RecoveryOptions/archive`` is not `nil`, only chunks of another save are considered.
  public internal(set) var hasForeignContent = false
  /// Whether the version of the format is known; if the head is lost, the version is assumed to be 1.0, and the type of the
  /// document and the writer are lost.
  public internal(set) var isVersionKnown = true
  /// The repaired bytes, in file order.
  public internal(set) var repairs: [Repair] = []
  /// The ranges of bytes that could not be used.
  public internal(set) var damages: [Damage] = []
  /// The numbers of the lost objects in the damaged archive, as far as they are known from the index, the blocks, or
  /// references of saved objects and roots.
  public internal(set) var lostObjects: [ClosedRange<Int>] = []
  /// Whether objects with higher numbers than all saved and known lost objects may be lost.
  ///
  /// It is `true` if the archive was cut short, or if the index is lost and damaged bytes may have been a block; the
  /// number of lost objects is then at least ``lostObjectCount``.
  public internal(set) var mayHaveLostFurtherObjects = false
  /// The number of lost roots, or `nil` if it is unknown.
  public internal(set) var lostRootCount: Int? = 0
  /// Whether metadata is, or may be, lost.
  public internal(set) var hasLostMetadata = false
  /// Whether class definitions are lost.
  public internal(set) var hasLostClasses = false
  /// Whether weak slots are lost, so that weak references through them have become nil.
  public internal(set) var hasLostWeakSlots = false
  /// Whether content is lost that this version of the format does not define, for example a critical chunk of an unknown type.
  public internal(set) var hasLostUnknownContent = false
  /// The references that have become nil, as many as memory allows.
  public internal(set) var lostReferences: [LostReference] = []
  /// The number of further references that have become nil.
  public internal(set) var furtherLostReferenceCount = 0
  /// The undamaged objects that have been dropped, as many as memory allows; they are also among the lost objects.
  ///
  /// There are none if ``RecoveryOptions/keepsNil`` is `true`.
  public internal(set) var droppedObjects: [DroppedObject] = []
  /// The sets and maps that have one element or key in two spellings, as many as memory allows.
  public internal(set) var respellings: [Respelling] = []
  /// For each saved object, its number in the damaged archive; the new number is the position plus 1.
  public internal(set) var savedObjects: [Int] = []
  /// The number of saved roots; a root with a lost object counts as lost.
  public internal(set) var savedRootCount = 0
  /// The numbers of valid objects in blocks with wrong checksums.
  ///
  /// Their values may differ from the values that were written. They are among the saved objects if
  /// ``RecoveryOptions/savesUnchecked`` is `true`, otherwise among the lost objects.
  public internal(set) var uncheckedObjects: [ClosedRange<Int>] = []
  /// The number of valid roots in chunks with wrong checksums; they are saved or lost like ``uncheckedObjects``.
  public internal(set) var uncheckedRootCount = 0
  /// Whether the class table comes from another archive (``RecoveryOptions/otherClasses``).
  public internal(set) var hasOtherClasses = false
  /// Whether the archive had any content to recover, such as a chunk with correct checks.
  var hasFoundChunks = false

  /// The number of valid objects in blocks with wrong checksums.
  public var uncheckedObjectCount: Int { uncheckedObjects.reduce(0) { $0 + $1.count } }

  /// The number of objects that are known to be lost; these are all lost objects unless ``mayHaveLostFurtherObjects`` is
  /// `true`.
  public var lostObjectCount: Int { lostObjects.reduce(0) { $0 + $1.count } }

  /// The extent of the recovery.
  public var outcome: Outcome {
    let isComplete =
      lostObjects.isEmpty && !mayHaveLostFurtherObjects && lostRootCount == 0
      && !hasLostMetadata && !hasLostClasses && !hasLostWeakSlots && !hasLostUnknownContent
      && lostReferences.isEmpty && furtherLostReferenceCount == 0
      && uncheckedObjects.isEmpty && uncheckedRootCount == 0 && !hasForeignContent
    if isComplete, hasFoundChunks { return .complete }
    return savedObjects.isEmpty && savedRootCount == 0 ? .nothing : .partial
  }
}
