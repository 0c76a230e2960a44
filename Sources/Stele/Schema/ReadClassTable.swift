/// A class table that has been read, in an object, because contexts are often copied.
final class ReadClassTable: Sendable {
  /// The table of an archive without classes.
  static let empty = ReadClassTable(ClassTableReader(limits: ArchiveLimits()))

  /// What has read the table.
  let reader: ClassTableReader

  init(_ reader: ClassTableReader) { self.reader = reader }
}
