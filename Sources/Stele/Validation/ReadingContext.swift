/// What has to be known before a value can be read.
package struct ReadingContext: Sendable {
  /// What the class table says, in an object, because contexts are often copied.
  private(set) var table = ReadClassTable.empty
  /// How many objects the archive has.
  package var objectCount = 0
  /// The entry of each object, object 1 first, or nil when not all blocks have been read.
  package var objectEntries: [UInt32]?
  /// The object in each weak slot, or 0.
  package var weakSlots: [Int] = []
  /// What reads the weak slots of an archive that is read in part.
  var deferredWeakSlots: DeferredWeakSlots?
  /// Whether references are taken as they are, because their targets may be lost.
  ///
  /// Spec §7.4.
  package var acceptsLostTargets = false
  /// The reader's limits.
  package var limits = ArchiveLimits()
  /// The memory that is left when the class table and the tables of objects have been paid for.
  package var budget = MemoryBudget(byteCount: 0)

  package init() {}

  /// Takes the class table that has been read.
  mutating func take(_ table: ReadClassTable) {
    self.table = table
  }

  /// Takes a class table that has been read in parts.
  package mutating func take(_ reader: ClassTableReader) {
    table = ReadClassTable(reader)
  }

  /// The class entries of the archive.
  package var classes: ArchiveClassTable { table.reader.classes }

  /// The class entries made ready for coding.
  package var schema: CompiledSchema { table.reader.schema }

  /// What the bodies of the entries consist of.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries and of their keys.
  package var layouts: [StoredKeys] { classes.entries.map { StoredKeys($0) } }

  /// The number of a class name, or 0 if it is not defined.
  func number(ofName name: String) -> Int { table.reader.number(ofName: name) }

  /// The class names of the archive.
  package var names: [String] { table.reader.names }
}

/// A class table that has been read, in an object, because contexts are often copied.
final class ReadClassTable: Sendable {
  /// The table of an archive without classes.
  static let empty = ReadClassTable(ClassTableReader(limits: ArchiveLimits()))

  /// What has read the table.
  let reader: ClassTableReader

  init(_ reader: ClassTableReader) { self.reader = reader }
}
