public import Stele
internal import SteleModel

/// The sizes of the parts of an archive, and figures of its object graph.
///
/// Statistics show which classes and keys take the most space, and whether an archive has unreachable objects:
///
///     let statistics = try ArchiveStatistics(bytes)
///     for size in statistics.classes.prefix(5) {
///       print(size.name, size.objectCount, size.byteCount)
///     }
public struct ArchiveStatistics: Sendable {
  /// The chunks of one type.
  public struct ChunkSize: Sendable {
    /// The type.
    public let type: ArchiveChunkType
    /// The number of chunks.
    public internal(set) var count = 0
    /// The bytes of their payloads.
    public internal(set) var byteCount = 0
  }

  /// The objects of all versions of the classes with the same name.
  public struct ClassSize: Sendable {
    /// The name.
    public let name: String
    /// The number of class entries with the name that have objects.
    package internal(set) var entryCount = 0
    /// The number of objects.
    public internal(set) var objectCount = 0
    /// The bytes of their records.
    public internal(set) var byteCount = 0
    /// The number of values that could have been absent or nil: optional keys, keys with optional types, and weak references.
    package internal(set) var optionalCount = 0
    /// The number of these values that were absent or nil.
    package internal(set) var nilCount = 0
    /// The number of strong references in the objects.
    public internal(set) var referenceCount = 0
    /// The number of strong references to the objects, from other objects and from roots.
    public internal(set) var incomingReferenceCount = 0
    /// The number of weak references, except nil, in the objects.
    package internal(set) var weakReferenceCount = 0
    package internal(set) var incomingWeakReferenceCount = 0
    /// The ten keys that take the most bytes, the largest first.
    public internal(set) var largestKeys: [KeySize] = []
    /// Whether the bytes of all keys were counted.
    ///
    /// Archives with very many classes have more keys than are counted.
    public internal(set) var hasAllKeys = true
  }

  /// The values of a key in all objects of a class.
  public struct KeySize: Sendable {
    /// The name of the key.
    public let name: String
    /// The bytes of the values.
    public let byteCount: Int
  }

  /// The record of an object.
  public struct RecordSize: Sendable {
    /// The number of the object.
    public let object: Int
    /// The name of the class of the object.
    public let className: String
    /// The bytes of the record.
    public let byteCount: Int
  }

  /// A string that is stored more than once.
  public struct RepeatedString: Sendable {
    /// The text, or its beginning if it has more than 64 bytes.
    public let text: String
    /// The number of times that the string is stored.
    public let count: Int
    /// The bytes that would be saved if it were stored once.
    public let repeatedByteCount: Int
  }

  /// The number of the largest keys of a class that are kept.
  static let keyCount = 10
  /// The largest number of counted pairs of a class entry and one of its keys; the keys of further entries are not
  /// counted.
  package static let countedKeyLimit = 1 << 19
  /// The number of the largest records and of the most repeated strings that are kept.
  package static let largestCount = 5

  package let head: Head
  /// The payload check of the index.
  package let fingerprint: UInt64
  /// The number of bytes of the archive.
  public let byteCount: Int
  package let classEntryCount: Int
  /// The number of objects.
  public let objectCount: Int
  /// The number of roots.
  public let rootCount: Int
  /// The chunks by their types, in the order of the first chunk of each type.
  public internal(set) var chunks: [ChunkSize] = []
  /// The bytes of both signatures and of the headers of chunks.
  package internal(set) var frameByteCount = 0
  /// The zero bytes after payloads.
  package internal(set) var paddingByteCount = 0
  /// The classes that have objects, in descending order of their bytes.
  public internal(set) var classes: [ClassSize] = []
  /// The number of objects that are not reachable from the roots by strong references.
  public internal(set) var unreachableObjectCount = 0
  /// The bytes of the records of these objects.
  public internal(set) var unreachableByteCount = 0
  /// The number of objects on the longest chain of strong references; the objects of a cycle count as one.
  public internal(set) var longestChain = 0
  /// The number of cycles: groups of objects that refer to one another, directly or not, by strong references.
  public internal(set) var cycleCount = 0
  /// The number of objects in the largest cycle.
  public internal(set) var largestCycle = 0
  /// The number of objects that refer to themselves and are not part of a larger cycle.
  package internal(set) var loopCount = 0
  package internal(set) var weakSlotCount = 0
  /// The number of weak slots that contain nil.
  package internal(set) var lostWeakSlotCount = 0
  /// The five largest records, the largest first.
  public internal(set) var largestRecords: [RecordSize] = []
  /// The five strings with the largest repetitions in bytes.
  public internal(set) var repeatedStrings: [RepeatedString] = []
  /// The bytes that would be saved if every string were stored once.
  public internal(set) var repeatedByteCount = 0
  /// Whether all strings were counted.
  ///
  /// The counts are too low in archives of more than half a million different strings.
  public internal(set) var areStringsExact = true

  /// Validates an archive that is in memory, and counts its parts.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The limits of the archive.
  /// - Throws: The first rule that the archive breaks, in the order of the specification (§8.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes, with some 50 bytes of memory for each object and four for each
  ///   reference.
  public init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(.memory(bytes), limits: limits)
  }

  /// Validates an archive that is read in parts, and counts its parts.
  ///
  /// - Parameters:
  ///   - source: The bytes of the archive.
  ///   - limits: The limits of the archive.
  /// - Throws: The first rule that the archive breaks, in the order of the specification (§8.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes, with some 50 bytes of memory for each
  ///   object and four for each reference.
  public init(
    _ source: some ByteSource, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    try self.init(.source(source), limits: limits)
  }

  /// Validates an archive, and counts its parts.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The limits of the archive.
  ///   - progress: Receives the number of objects counted so far, and the number of all objects.
  /// - Throws: The first rule that the archive breaks, in the order of the specification (§8.1), or L4 if there are too many
  ///   objects to count.
  package init(
    _ bytes: ArchiveBytes, limits: ArchiveLimits = ArchiveLimits(),
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(ArchiveError) {
    let check = try ArchiveCheck(bytes, limits: limits)
    let context = check.tables.context
    let objectCount = context.objectCount
    guard objectCount < UInt32.max else { throw ArchiveError(.memory, at: 0) }
    let meter = ContentMeter(
      entryCount: context.classes.count, objectEntries: context.objectEntries ?? [])
    try check.visitValues(meter, progress: { progress($0, objectCount) }) {
      (item, _, visit) throws(ArchiveError) in
      if !item.isMetadata { try visit.walkValue(of: item) }
    }
    head = check.head
    fingerprint = check.fingerprint
    byteCount = bytes.byteCount
    classEntryCount = context.classes.count
    self.objectCount = objectCount
    rootCount = check.tables.roots.reduce(0) { $0 + $1.entry.count }
    countChunks(check.frames)
    weakSlotCount = context.weakSlots.count
    lostWeakSlotCount = context.weakSlots.count { $0 == 0 }
    countClasses(meter, context)
    countReferences(meter, context)
    findLargestRecords(meter, context)
    try findRepeatedStrings(meter.strings, in: bytes)
  }
}
