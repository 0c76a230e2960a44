internal import Stele
internal import SteleInspection
internal import SteleModel

/// A writer of the lines of a query, in JSON or comma-separated values.
struct QueryRows {
  private let archive: ArchiveReader
  private let columns: [QueryColumn]
  private var lines: PlainWriter
  private let limit: TextLimit
  /// An empty row of comma-separated values; nil for JSON.
  private let emptyRow: CSVRow?

  /// Makes a writer of some columns, or of whole objects in JSON if the list is empty.
  init(
    _ archive: ArchiveReader, _ columns: [QueryColumn], depth: Int, _ limit: TextLimit,
    emptyRow: CSVRow?
  ) {
    (self.archive, self.limit, self.emptyRow) = (archive, limit, emptyRow)
    let isNamed = columns.contains { $0.name == "$id" || $0.name == "$class" }
    self.columns =
      isNamed || columns.isEmpty && emptyRow == nil ? columns : QueryColumn.ofEveryObject + columns
    lines = PlainWriter(archive, depth: depth)
  }

  /// The row of headings; nil for JSON.
  var headings: [UInt8]? {
    guard var row = emptyRow else { return nil }
    for column in columns { row.add(column.name) }
    return row.bytes
  }

  mutating func write(
    _ object: ArchiveObject, _ number: Int, to sink: ([UInt8]) throws -> Void
  ) throws {
    let values = try columns.map { try $0.value(of: object, number, in: archive) }
    if var row = emptyRow {
      for value in values { try row.add(value, archive.classes, &lines, limit) }
      return try sink(row.bytes)
    }
    let members = zip(columns, values).map { (name: $0.name, value: $1) }
    try lines.write(object, number: number, members: columns.isEmpty ? nil : members, to: sink)
    try sink([UInt8(ascii: "\n")])
  }
}

/// The sorted lines of a query.
struct QueryOrder {
  private typealias Row = (keys: [QueryScalar?], number: Int, text: [UInt8])

  private let columns: [(column: QueryColumn, isDescending: Bool)]
  private let archive: ArchiveReader
  private let limit: Int
  private var all: [Row] = []
  /// The size of the lines and their sort keys, which can be large because many references can share an object.
  private(set) var byteCount = 0

  /// Makes an empty list with a limit, beyond which it discards the last lines.
  init(
    _ columns: [(column: QueryColumn, isDescending: Bool)], _ archive: ArchiveReader, limit: Int?
  ) {
    self.columns = columns
    self.archive = archive
    self.limit = limit ?? .max
  }

  /// The lines in order.
  var rows: [[UInt8]] { all.sorted(by: precedes).prefix(limit).map(\.text) }

  mutating func add(_ text: [UInt8], of object: ArchiveObject, _ number: Int) throws {
    let keys = try columns.map { column, _ in
      try column.value(of: object, number, in: archive).flatMap { QueryScalar($0, archive.classes) }
    }
    all.append((keys, number, text))
    byteCount += Self.byteCount(keys, text)
    // Up to twice as many lines as requested are collected and then sorted, so that the work stays proportional to the lines.
    guard all.count / 2 > limit else { return }
    all = Array(all.sorted(by: precedes).prefix(limit))
    byteCount = all.reduce(0) { $0 + Self.byteCount($1.keys, $1.text) }
  }

  private static func byteCount(_ keys: [QueryScalar?], _ text: [UInt8]) -> Int {
    keys.reduce(text.count) { $0 + ($1?.text.utf8.count ?? 0) }
  }

  private func precedes(_ left: Row, _ right: Row) -> Bool {
    for (index, keys) in zip(left.keys, right.keys).enumerated() {
      let ranks = (QueryScalar.rank(keys.0), QueryScalar.rank(keys.1))
      guard ranks.0 == ranks.1 else { return ranks.0 < ranks.1 }
      guard let key = keys.0, let other = keys.1, let order = key.order(other), order != 0 else {
        continue
      }
      return columns[index].isDescending ? order > 0 : order < 0
    }
    return left.number < right.number
  }
}

extension QueryScalar {
  /// Returns the rank of a kind of values in an order: numbers, text, not a number, nil.
  fileprivate static func rank(_ scalar: QueryScalar?) -> Int {
    guard let scalar else { return 3 }
    return scalar.number.map { $0.isNaN ? 2 : 0 } ?? 1
  }
}
