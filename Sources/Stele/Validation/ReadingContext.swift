import Synchronization

/// The facts needed to read values: the class table, the objects, and the reader's limits.
package struct ReadingContext: Sendable {
  /// The class table, in an object, because contexts are often copied.
  var table = ReadClassTable.empty
  /// The number of objects of the archive.
  package var objectCount = 0
  /// The entry of each object, object 1 first, or nil if not all blocks have been read.
  package var objectEntries: [UInt32]?
  /// The object in each weak slot, or 0.
  package var weakSlots: [Int] = []
  /// Reads the weak slots of an archive that is read in part.
  var deferredWeakSlots: DeferredWeakSlots?
  /// Whether the targets of references are not validated, because they may be lost.
  ///
  /// Spec §8.4.
  package var acceptsLostTargets = false
  /// The reader's limits.
  package var limits = ArchiveLimits()
  /// The memory that is left after the class table and the tables of objects have been paid for.
  package var budget = MemoryBudget(byteCount: 0)

  package init() {}

  /// Takes the class table that a reader has read.
  package mutating func take(_ reader: consuming ClassTableReader) {
    table = ReadClassTable(reader)
  }

  /// The class entries of the archive, which are made when a program first asks for them.
  package var classes: ArchiveClassTable { table.classes }

  /// The class entries made ready for coding.
  package var schema: CompiledSchema { table.reader.schema }

  /// The number of all names and entries.
  package var definitions: Definitions { table.definitions }

  /// The number of a class name, or 0 if it is not defined.
  func number(ofName name: String) -> Int { table.reader.number(ofName: name) }

  /// The class names of the archive.
  package var names: [String] { table.reader.names }
}

/// A class table that has been read.
final class ReadClassTable: Sendable {
  /// The table of an archive without classes.
  static let empty = ReadClassTable(ClassTableReader(limits: ArchiveLimits()))

  /// The reader of the table, which holds its content.
  let reader: ClassTableReader
  /// The number of names and entries.
  let definitions: Definitions
  private let made = Mutex<ArchiveClassTable?>(nil)

  init(_ reader: consuming ClassTableReader) {
    definitions = reader.definitions
    self.reader = reader
  }

  /// The entries, made by the first call.
  var classes: ArchiveClassTable {
    made.withLock { made in
      if let made { return made }
      let classes = reader.makeClasses()
      made = classes
      return classes
    }
  }
}
