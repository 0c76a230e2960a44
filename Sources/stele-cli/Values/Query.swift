internal import Stele
internal import SteleFoundation
internal import SteleInspection

/// `stele query`, which shows the objects of a class as JSON lines.
struct Query: Command {
  static let name = "query"
  static let summary = "show the objects of a class as JSON lines or CSV"
  static let operands = "[options] FILE CLASS"
  static let about = """
    Writes the objects of a class and its subclasses, one line for each: its number "$id", its
    class "$class" and its keys. References are {"$ref": 2}; --depth writes objects in their place.
    jq, DuckDB, pandas and Spark read such lines.

    Paths are those of stele get, from the object: name, pets[0].name, ages{Ann}. --where compares
    the text of a value with what follows the first =, numbers by value; null is nil or an absent
    key. It may be given several times, and all must hold. --csv writes a table with a row of
    headings, and JSON where a value has parts or is a reference, {"$ref": 2}; an empty cell is
    nil, "" an empty string. Spreadsheets compute a cell that begins with =, +, -, @ or a tab:
    --csv-safe writes an apostrophe before such text, though not before numbers.
    The whole archive is checked before anything is written. Objects are read one by one, so that
    any size will do.
    """
  static let options = [
    condition, select, csv, safeCSV, Get.depth, limit, Option.memory,
  ]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the objects were shown, if there are any"),
    (.finding, "the file is not a valid archive, or it has no such class or key"),
    TextLimit.exitCode,
  ]
  static let examples = [
    Example(
      "stele query people.stele Person --where city=Oslo --select name,employer.name",
      "some keys of some objects"),
    Example(
      "stele query people.stele Person --limit 10",
      "the first ten of them"),
    Example(
      "stele query people.stele Person | jq .name",
      "all of them, for another program"),
  ]

  private static let condition = Option(
    "--where", value: "PATH=VALUE", isRepeatable: true, "show only objects with this value")
  private static let select = Option(
    "--select", value: "PATH,...", isRepeatable: true, "show only these values")
  private static let limit = Option.limit(countOrText: "show N objects")
  private static let csv = Option("--csv", "write a table of comma-separated values")
  private static let safeCSV = Option("--csv-safe", "write such a table for a spreadsheet")

  private let input: Input
  private let className: String
  private let conditions: [QueryCondition]
  private let columns: [QueryColumn]
  private let isCSV: Bool
  private let isSafe: Bool
  private let depth: Int
  private let limit: OutputLimit
  private let limits: ArchiveLimits

  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands("file", "class")
    input = Input(operands[0])
    className = operands[1].text
    var conditions: [QueryCondition] = []
    for text in arguments.values(of: Self.condition) { conditions.append(try QueryCondition(text)) }
    self.conditions = conditions
    var columns: [QueryColumn] = []
    for text in arguments.values(of: Self.select) { columns += try QueryColumn.list(text) }
    self.columns = columns
    isSafe = arguments.has(Self.safeCSV)
    isCSV = isSafe || arguments.has(Self.csv)
    depth = try arguments.number(of: Get.depth, from: 0) ?? 0
    limit = try arguments.outputLimit(Self.limit)
    limits = try arguments.limits()
  }

  func run(_ console: Console) throws -> ExitCode {
    console.progress("reading \(input.title)")
    try input.readArchive(console) { bytes in
      let archive = try ArchiveReader(validating: bytes, limits: limits)
      let textLimit = TextLimit(archiveByteCount: bytes.byteCount, limit.textByteCount)
      let classes = try QueriedClasses(className, in: archive)
      for column in columns { try classes.check(column.steps) }
      for condition in conditions { try classes.check(condition.steps) }
      func write(_ text: [UInt8]) throws {
        try textLimit.take(text.count)
        if isCSV, !console.isOutputTerminal {
          // CSV has no escapes for characters that only a terminal must not get.
          try console.write(unseen: text)
        } else {
          try console.write(json: text)
        }
      }
      var columns = isCSV && columns.isEmpty ? classes.columns : columns
      var lines = PlainWriter(archive, depth: depth)
      if isCSV {
        var row = CSVRow(isSafe: isSafe)
        for heading in ["$id", "$class"] + columns.map(\.name) { row.add(heading) }
        try write(row.bytes)
      }
      try forEachObject(in: archive, console) { number, object in
        if isCSV {
          var row = CSVRow(isSafe: isSafe)
          for text in [String(number), archive.classes[object.entry]?.name ?? ""] { row.add(text) }
          for index in columns.indices {
            let value = try columns[index].value(of: object, number, in: archive)
            try row.add(value, archive.classes, &lines, textLimit)
          }
          return try write(row.bytes)
        }
        let members = try columns.indices.map { index in
          (
            name: columns[index].name,
            value: try columns[index].value(of: object, number, in: archive)
          )
        }
        try lines.write(
          object, number: number, members: columns.isEmpty ? nil : members, to: write)
        try console.write("\n")
      }
    }
    return .fine
  }

  /// Reads the objects that satisfy the conditions, as many as are to be shown.
  private func forEachObject(
    in archive: ArchiveReader, _ console: Console, _ body: (Int, ArchiveObject) throws -> Void
  ) throws {
    var rest = limit.count ?? .max
    var conditions = conditions
    guard rest > 0 else { return }
    do {
      try archive.forEachObject(ofClass: className) { number, object in
        console.progress(ofObject: number, of: archive.objectCount, "reading \(input.title)")
        for index in conditions.indices {
          guard try conditions[index].holds(for: object, number, in: archive) else { return }
        }
        try body(number, object)
        rest -= 1
        if rest == 0 { throw Enough() }
      }
    } catch is Enough {
      return
    }
  }

  /// Ends the reading of objects.
  private struct Enough: Error {}
}

/// The class of a query and its subclasses.
struct QueriedClasses {
  /// The stored keys of all of the classes, each name once, in order.
  private let keys: [String]
  private let name: String

  /// - Throws: ``ArchivePathFailure`` if the archive has no such class.
  init(_ name: String, in archive: ArchiveReader) throws {
    let table = archive.classes
    let entries = (0..<(table.entries.count + 1)).filter {
      table[$0]?.kind == .class && table.entry($0, isA: name)
    }
    guard !entries.isEmpty else {
      throw MissingClass(
        name: name,
        suggestion: name.suggestion(
          among: table.entries.lazy.filter { $0.kind == .class }.map(\.name)))
    }
    var keys: [String] = []
    var seen: Set<[UInt8]> = []
    var levels: Set<Int> = []
    for level in entries.flatMap(table.chain) where levels.insert(level).inserted {
      for key in table.ownKeys(of: level) ?? []
      where seen.insert(Array(key.name.utf8)).inserted {
        keys.append(key.name)
      }
    }
    (self.keys, self.name) = (keys, name)
  }

  /// A column for each key.
  var columns: [QueryColumn] {
    keys.map { QueryColumn(name: $0, steps: [.key($0)]) }
  }

  /// Checks that one of the classes has the first key of a path.
  func check(_ steps: [ArchivePath.Step]) throws {
    guard case .key(let key, _)? = steps.first,
      !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) })
    else { return }
    throw ArchivePathFailure(
      reason: .noKey(key, of: name), path: "", suggestion: key.suggestion(among: keys))
  }

  private struct MissingClass: Error, CustomStringConvertible {
    let name: String
    let suggestion: String?

    var description: String {
      "there is no class \(name.shortened())"
        + (suggestion.map { "; did you mean \($0)?" } ?? "")
    }
  }
}

/// A value of each object of a query.
struct QueryColumn {
  /// The path, as it was given.
  let name: String
  let steps: [ArchivePath.Step]
  /// The places of a key that is the whole path among the stored keys of entries; nil for an entry without the key.
  private var places: [Int: (position: Int, type: ArchiveTypeDescriptor)?] = [:]

  init(name: String, steps: [ArchivePath.Step]) {
    (self.name, self.steps) = (name, steps)
  }

  /// Parses paths with commas between them.
  static func list(_ text: String) throws(UsageError) -> [QueryColumn] {
    var columns: [QueryColumn] = []
    for part in QueryText.split(text, at: ",", limit: .max) {
      columns.append(QueryColumn(name: part, steps: try QueryText.steps(part)))
    }
    return columns
  }

  /// Returns the value for an object, as an `any` value with its type, or nil if the path leads nowhere from the object.
  mutating func value(
    of object: ArchiveObject, _ number: Int, in archive: ArchiveReader
  ) throws -> ArchiveValue? {
    if case .key(let key, let level)? = steps.first, steps.count == 1 {
      let known = places[object.entry]
      let found = known ?? archive.classes.storedKey(key, of: level, entry: object.entry)
      if known == nil { places[object.entry] = .some(found) }
      if let (position, type) = found {
        let values = object.values
        return values.indices.contains(position) ? values[position].map { .any(type, $0) } : nil
      }
    }
    do {
      let place = try archive.place(at: steps, from: object, number: number)
      return place.value.map { .any(place.type, $0) }
    } catch is ArchivePathFailure {
      return nil
    }
  }
}

/// A condition on the objects of a query.
struct QueryCondition {
  let steps: [ArchivePath.Step]
  private var column: QueryColumn
  private let text: String
  private let number: Double?
  private let exact: ExactNumber?

  /// Parses a path, an equals sign and the text of a value.
  init(_ condition: String) throws(UsageError) {
    let parts = QueryText.split(condition, at: "=", limit: 2)
    guard parts.count == 2 else {
      throw UsageError("--where needs PATH=VALUE, not \(condition.shortened())")
    }
    steps = try QueryText.steps(parts[0])
    column = QueryColumn(name: parts[0], steps: steps)
    text = parts[1]
    number = Double(text)
    exact = ExactNumber(text)
  }

  /// Returns whether the value of an object has the text.
  mutating func holds(for object: ArchiveObject, _ number: Int, in archive: ArchiveReader) throws
    -> Bool
  {
    let value = try column.value(of: object, number, in: archive) ?? .nil
    guard let found = value.plainText(archive.classes) else { return false }
    if found.utf8.elementsEqual(text.utf8) { return true }
    guard let wanted = self.number, value.isNumber, Double(found) == wanted else { return false }
    switch value.innermost {
    // Different integers and decimals may round to the same double.
    case .integer, .unsigned, .decimal: return exact.map { $0 == ExactNumber(found) } ?? true
    default: return true
    }
  }
}

/// A decimal number of any length, which is equal to others of the same value: 41, 41.0 and 4.1e1.
struct ExactNumber: Equatable {
  private let isNegative: Bool
  /// The digits without zeros at either end; none for zero.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// Understands a text, or gives nil.
  init?(_ text: String) {
    guard
      let parts = text.wholeMatch(
        of: /(?<sign>[+-]?)(?<whole>[0-9]+)(?:\.(?<part>[0-9]*))?(?:[eE](?<power>[+-]?[0-9]{1,9}))?/
      )
    else { return nil }
    let part = parts.part ?? ""
    var digits = Array((parts.whole + part).utf8.drop { $0 == UInt8(ascii: "0") })
    let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeLast(zeros)
    self.digits = digits
    exponent = digits.isEmpty ? 0 : (parts.power.flatMap { Int($0) } ?? 0) - part.utf8.count + zeros
    isNegative = !digits.isEmpty && parts.sign == "-"
  }
}

/// The texts of paths in the options of a query.
enum QueryText {
  /// Splits a text at a character outside quotation marks.
  static func split(_ text: String, at separator: Unicode.Scalar, limit: Int) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == separator, !isQuoted, parts.count < limit {
        parts.append("")
        continue
      }
      // What follows the last separator is no path, and its quotation marks have no meaning.
      if scalar == "\"", !isEscaped, parts.count < limit { isQuoted.toggle() }
      isEscaped = scalar == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts
  }

  static func steps(_ text: String) throws(UsageError) -> [ArchivePath.Step] {
    do throws(ArchivePathError) {
      return try ArchivePath.steps(text)
    } catch {
      throw UsageError("\(text.shortened()) is no path from an object: \(error)")
    }
  }
}

extension ArchiveValue {
  /// Whether the value is an integer or a float, or an optional or `any` with one.
  fileprivate var isNumber: Bool {
    switch innermost {
    case .integer, .unsigned, .float16, .float32, .float64, .date, .decimal: true
    default: false
    }
  }
}
