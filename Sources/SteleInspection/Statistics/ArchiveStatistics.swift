package import Stele

/// What an archive consists of, in numbers: where its bytes are, and how its objects hang together.
package struct ArchiveStatistics: Sendable {
  /// The chunks of one type.
  package struct ChunkSize: Sendable {
    package let type: ArchiveChunkType
    package var count = 0
    /// The bytes of the payloads.
    package var byteCount = 0
  }

  /// The objects of the classes of one name, of whatever version.
  package struct ClassSize: Sendable {
    /// The name, shortened.
    package let name: String
    /// The number of class entries of the name that have objects.
    package var entryCount = 0
    package var objectCount = 0
    /// The bytes of the records, with their lengths.
    package var byteCount = 0
    /// How often a key could have been absent or nil: optional keys, keys of optional types, and weak references.
    package var optionalCount = 0
    /// How often such a key was absent or nil.
    package var nilCount = 0
    /// The strong references in the records.
    package var referenceCount = 0
    /// The strong references of other objects and of roots that lead to the objects.
    package var arrivalCount = 0
    /// The weak references in the records that are not nil.
    package var weakReferenceCount = 0
    /// The weak references that lead to the objects.
    package var weakArrivalCount = 0
    /// The keys that take most bytes, the largest first.
    package var keys: [KeySize] = []
    /// Whether the bytes of all keys were counted; there is a limit for archives of very many classes.
    package var hasAllKeys = true
  }

  /// The values of a key, in all objects of a class.
  package struct KeySize: Sendable {
    /// The name, shortened.
    package let name: String
    package let byteCount: Int
  }

  /// A record.
  package struct RecordSize: Sendable {
    /// The number of the object.
    package let object: Int
    /// The name of its class, shortened.
    package let className: String
    /// Its bytes, with its length.
    package let byteCount: Int
  }

  /// A string that is stored several times.
  package struct RepeatedString: Sendable {
    /// The text, shortened.
    package let text: String
    package let count: Int
    /// The bytes that all but one take, with their lengths.
    package let repeatedByteCount: Int
  }

  /// How many of the largest keys of a class are kept.
  package static let keyCount = 10
  /// How many pairs of a class entry and one of its keys are counted at most; the keys of further entries are not.
  package static let countedKeyLimit = 1 << 19
  /// How many of the largest records and of the most repeated strings are kept.
  package static let largestCount = 5

  package let head: Head
  /// The payload check of the index.
  package let fingerprint: UInt64
  /// The size of the archive.
  package let byteCount: Int
  package let classEntryCount: Int
  package let objectCount: Int
  package let rootCount: Int
  /// The chunks by their types, in the order in which these come first.
  package internal(set) var chunks: [ChunkSize] = []
  /// The bytes of both signatures and of the headers of chunks.
  package internal(set) var frameByteCount = 0
  /// The bytes of zero after payloads.
  package internal(set) var paddingByteCount = 0
  /// The classes that have objects, that of most bytes first.
  package internal(set) var classes: [ClassSize] = []
  /// The objects that no strong references lead to from the roots, and the bytes of their records.
  package internal(set) var unreachable = (objectCount: 0, byteCount: 0)
  /// The number of objects on the longest chain of strong references, where objects that lead to one another count as one.
  package internal(set) var longestChain = 0
  /// The number of groups of more than one object that lead to one another by strong references.
  package internal(set) var cycleCount = 0
  /// The number of objects in the largest of these groups.
  package internal(set) var largestCycle = 0
  /// The number of objects that refer to themselves, and are in no such group.
  package internal(set) var loopCount = 0
  package internal(set) var weakSlotCount = 0
  /// The number of weak slots that hold nil.
  package internal(set) var lostWeakSlotCount = 0
  /// The largest records, the largest first.
  package internal(set) var largestRecords: [RecordSize] = []
  /// The strings that take most bytes for being stored several times.
  package internal(set) var repeatedStrings: [RepeatedString] = []
  /// The bytes that would be saved if every string were stored once.
  package internal(set) var repeatedByteCount = 0
  /// Whether all strings were counted; there is a limit for archives of very many different ones.
  package internal(set) var areStringsExact = true

  /// Validates an archive, and counts what it consists of.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: What to accept at most.
  ///   - progress: Takes the number of objects that have been counted, and that of all objects.
  /// - Throws: The rule that is broken, the first in the order of a complete check (§7.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes, with some 50 bytes of memory for each object and four for each
  ///   reference.
  package init(
    _ bytes: ArchiveBytes, limits: ArchiveLimits = ArchiveLimits(),
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(ArchiveError) {
    let check = try ArchiveCheck(bytes, limits: limits)
    let objectCount = check.tables.context.objectCount
    let meter = try check.measureValues { progress($0, objectCount) }
    head = check.head
    fingerprint = check.fingerprint
    byteCount = bytes.byteCount
    classEntryCount = check.tables.context.classes.count
    self.objectCount = objectCount
    rootCount = check.tables.roots.reduce(0) { $0 + $1.entry.count }
    countChunks(check.frames)
    countWeakSlots(check.tables.context.weakSlots)
    countClasses(meter, check.tables.context)
    countReferences(meter, check.tables.context)
    findLargestRecords(meter, check.tables.context)
    try findRepeatedStrings(meter.strings, in: bytes)
  }
}
