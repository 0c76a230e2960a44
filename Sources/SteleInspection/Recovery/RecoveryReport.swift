public import Stele

/// What could be saved from a damaged archive, and what was lost.
public struct RecoveryReport: Hashable, Sendable {
  /// How much could be saved.
  public enum Outcome: String, Hashable, Sendable {
    /// All objects, roots and metadata.
    case complete
    /// Something, but not everything.
    case partial
    /// Nothing.
    case nothing
  }

  /// A run of bytes that is damaged, and what stood there as far as it is known.
  public struct Damage: Hashable, Sendable {
    /// The bytes.
    public let range: Range<Int>
    /// The type of the chunk that stood there, or nil when it is not known.
    public let type: ArchiveChunkType?
    /// The rule that what stands there breaks.
    public let rule: ArchiveRule

    package init(range: Range<Int>, type: ArchiveChunkType?, rule: ArchiveRule) {
      self.range = range
      self.type = type
      self.rule = rule
    }
  }

  /// A reference that has become nil, or an element that was left out, because its target is lost.
  public struct LostReference: Hashable, Sendable {
    /// The number of the object that has the reference, in the damaged archive; nil for a root.
    public let object: Int?
    /// Class and key, or root, that lead to the reference.
    public let keyPath: String
    /// The number of the object that is lost, in the damaged archive.
    public let target: Int
    /// Whether a set element or map pair was left out, where nil cannot stand.
    public let isLeftOut: Bool

    package init(object: Int?, keyPath: String, target: Int, isLeftOut: Bool) {
      self.object = object
      self.keyPath = keyPath
      self.target = target
      self.isLeftOut = isLeftOut
    }
  }

  /// A set or map that has one element or key in two spellings: a program that reads it finds them equal.
  ///
  /// All of them are kept. Spec §3.6.
  public struct Respelling: Hashable, Sendable {
    /// The number of the object that has the set or map, in the damaged archive; nil for a root.
    public let object: Int?
    /// Class and key, or root, that lead to the set or map.
    public let keyPath: String

    package init(object: Int?, keyPath: String) {
      self.object = object
      self.keyPath = keyPath
    }
  }

  /// Why readers refuse the archive, by the first rule that it breaks; nil when it is valid.
  public internal(set) var refusal: ArchiveError?
  /// Whether the version of the format is known: `false` where no head is left, and the version is taken to be 1.0.
  public internal(set) var isVersionKnown = true
  /// Runs of bytes that could not be used.
  public internal(set) var damages: [Damage] = []
  /// The numbers of the objects that are lost, in the damaged archive.
  public internal(set) var lostObjects: [ClosedRange<Int>] = []
  /// Whether objects may be lost after the last one that was found.
  public internal(set) var mayHaveLostFurtherObjects = false
  /// How many roots are lost, or nil when that is not known.
  public internal(set) var lostRootCount: Int? = 0
  /// Whether metadata is lost, or may be.
  public internal(set) var hasLostMetadata = false
  /// Whether class definitions are lost.
  public internal(set) var hasLostClasses = false
  /// Whether weak slots are lost, so that weak references through them have become nil.
  public internal(set) var hasLostWeakSlots = false
  /// Whether content is lost that this version of the format does not define, such as a critical chunk of an unknown type.
  public internal(set) var hasLostUnknownContent = false
  /// The references that have become nil, as many of them as there is memory for.
  public internal(set) var lostReferences: [LostReference] = []
  /// How many further references have become nil.
  public internal(set) var furtherLostReferenceCount = 0
  /// The sets and maps that have one element or key in two spellings, as many of them as there is memory for.
  public internal(set) var respellings: [Respelling] = []
  /// For each saved object its number in the damaged archive; the new number is the position plus 1.
  public internal(set) var savedObjects: [Int] = []
  /// How many roots were saved.
  public internal(set) var savedRootCount = 0
  /// Whether there was anything to save from, such as a chunk with right checks.
  var hasFoundChunks = false

  /// How many objects are known to be lost.
  public var lostObjectCount: Int { lostObjects.reduce(0) { $0 + $1.count } }

  /// How much could be saved.
  public var outcome: Outcome {
    let isComplete =
      lostObjects.isEmpty && !mayHaveLostFurtherObjects && lostRootCount == 0
      && !hasLostMetadata && !hasLostClasses && !hasLostWeakSlots && !hasLostUnknownContent
      && lostReferences.isEmpty && furtherLostReferenceCount == 0
    if isComplete, hasFoundChunks { return .complete }
    return savedObjects.isEmpty && savedRootCount == 0 ? .nothing : .partial
  }
}
