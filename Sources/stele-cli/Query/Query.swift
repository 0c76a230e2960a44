internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel
internal import SteleTool

/// `stele query`, which shows the objects of a class as JSON lines.
enum Query: Command {
  static let name = "query"
  static let summary = "show the objects of a class as JSON lines or CSV"
  static let operands = "[options] FILE CLASS"
  static let about = """
    Writes the objects of a class and its subclasses, one line for each: its number "$id", its
    class "$class" and its keys. References are {"$ref": 2}; --depth writes objects in their place.
    jq, DuckDB, pandas and Spark read such lines, and do what a query here cannot: groups, joins,
    sums, parentheses. A condition, a column and an order are made of paths of stele get, from the
    object, and of $id and $class:
      age>=18 and age<65 or name~"Dr. *"  and before or; several --where must all hold
      = != < <= > >= ~                    numbers by value, text by code points; ~ with * and ?
      friend=objects[2], color=red        a reference, a case of an enum
      friend=null, name="null"            nil or an absent key, which has no order; that string
      born>=2026-01, born<2026-11-27      a month, day, minute or second in UTC, or seconds
      tags[]=new, pets[0:3].name="A or B" of one of the elements of a list; a text with such words
      --order-by 'born desc, name'        nil comes last; the lines are in memory
    A value that the type of a key cannot have is an error. If --select names $id or $class, these
    stand only there. --csv writes a table with a row of headings, and JSON where a value has parts
    or is a reference, {"$ref": 2}; an empty cell is nil, "" an empty string. Spreadsheets compute a
    cell that begins with =, +, -, @ or a tab: --csv-safe writes an apostrophe before such text,
    though not before numbers. The whole archive is checked before anything is written. Objects are
    read one by one, so that any size will do.
    """
  static let options = [
    condition, select, order, count, csv, safeCSV, Get.depth, limit, Option.memory,
  ]
  static let fine = "the objects were shown, if there are any"
  static let finding = "the file is not a valid archive, or it has no such class or key"
  static let examples: KeyValuePairs = [
    "stele query people.stele Person --where city=Oslo --select name,employer.name":
      "some keys of some objects",
    "stele query people.stele Person --where 'age>=18 and name~A*' --count": "how many there are",
    "stele query people.stele Person --order-by 'born desc' --limit 10": "the ten youngest",
    "stele query people.stele Person | jq .name": "all of them, for another program",
  ]

  private static let condition = Option(
    "--where", value: "CONDITION", isRepeatable: true, "show only objects that satisfy it")
  private static let select = Option(
    "--select", value: "PATH,...", isRepeatable: true, "show only these values")
  private static let order = Option(
    "--order-by", value: "PATH,...", "sort by these values; desc after one reverses it")
  private static let count = Option("--count", "show only how many objects there are")
  private static let limit = Option.limit(countOrText: "show N objects")
  private static let csv = Option("--csv", "write a table of comma-separated values")
  private static let safeCSV = Option("--csv-safe", "write such a table for a spreadsheet")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let operands = try arguments.operands("file", "class")
    let input = Input(operands[0])
    let className = operands[1].text
    // Conditions that must all hold: alternatives of comparisons.
    let conditions = try arguments.values(of: Self.condition).map { (text) throws(UsageError) in
      var parser = QueryParser(text, of: Self.condition)
      return try parser.condition()
    }
    let lists = try arguments.values(of: Self.select).map { (text) throws(UsageError) in
      var parser = QueryParser(text, of: Self.select)
      return try parser.columns()
    }
    let columns = lists.joined().map(\.column)
    var order: [(column: QueryColumn, isDescending: Bool)] = []
    if let text = arguments.value(of: Self.order) {
      var parser = QueryParser(text, of: Self.order)
      order = try parser.columns(ordered: true)
    }
    let counts = arguments.has(Self.count)
    let isSafe = arguments.has(Self.safeCSV)
    let isCSV = isSafe || arguments.has(Self.csv)
    let depth = try arguments.number(of: Get.depth, from: 0) ?? 0
    let limit = try arguments.limit(Self.limit)
    let others = [Self.select, Self.order, Self.csv, Self.safeCSV, Get.depth]
    guard !counts || !others.contains(where: arguments.has) else {
      throw UsageError("--count excludes \(others.map(\.name).joined(separator: ", "))")
    }

    /// Checks that objects of the class can have the values that the options name.
    func check(_ classes: ArchiveClassTable, _ console: Console) throws {
      func types(of column: QueryColumn, warns: Bool = true) throws -> PathTypes {
        let types = try column.types(ofClass: className, in: classes)
        if warns, !types.hiddenKeys.isEmpty {
          let keys = types.hiddenKeys.sorted().prefix(8).map { $0.dropFirst() }
          console.complain(
            """
            warning: \(column.name.shortened()) is the key of the lowest class that has one; \
            there is \(keys.joined(separator: ", ")), too
            """)
        }
        return types
      }
      for column in columns { _ = try types(of: column, warns: false) }
      for comparison in conditions.joined().joined() {
        try comparison.check(try types(of: comparison.column), classes)
      }
      for (column, _) in order {
        let types = try types(of: column)
        guard types.isOpen || types.types.contains(where: \.hasOrder), !column.isList else {
          throw UsageError("--order-by: \(column.name.shortened()) has no order; name a part of it")
        }
      }
    }

    /// Reads the objects that satisfy the conditions, up to the limit; all if they are sorted.
    func forEachObject(
      in archive: ArchiveReader, _ console: Console, _ body: (Int, ArchiveObject) throws -> Void
    ) throws {
      var rest = order.isEmpty ? limit.count ?? .max : .max
      var objects = archive.makeObjectIterator(ofClass: className)
      while rest > 0, let (number, object) = try objects.next() {
        console.progress(ofObject: number, of: archive.objectCount, "reading \(input.title)")
        let holds = try conditions.allSatisfy { alternatives in
          try alternatives.contains { comparisons in
            try comparisons.allSatisfy { try $0.holds(for: object, number, in: archive) }
          }
        }
        guard holds else { continue }
        try body(number, object)
        rest -= 1
      }
    }

    return { console in
      try input.readArchive(console) { bytes in
        let archive = try ArchiveReader(validating: bytes, limits: console.limits)
        let textLimit = TextLimit(archiveByteCount: bytes.byteCount, limit.byteCount)
        let keys = try archive.classes.keyNames(of: className)
        try check(archive.classes, console)
        // CSV has no escapes for characters that must not reach a terminal.
        let isExact = isCSV && !console.isOutputTerminal
        let write = textLimit.bounding(isExact ? console.write(unseen:) : console.write(json:))
        let columns =
          columns.isEmpty && isCSV
          ? keys.map { QueryColumn($0, PathPattern(key: $0)) } : columns
        var rows = QueryRows(
          archive, columns, depth: depth, textLimit,
          emptyRow: isCSV ? CSVRow(isSafe: isSafe) : nil)
        if let headings = rows.headings { try write(headings) }
        guard !order.isEmpty else {
          var count = 0
          try forEachObject(in: archive, console) { number, object in
            count += 1
            if !counts { try rows.write(object, number, to: write) }
          }
          return counts ? try write(Array("\(count)\n".utf8)) : ()
        }
        var sorted = QueryOrder(order, archive, limit: limit.count)
        try forEachObject(in: archive, console) { number, object in
          var row: [UInt8] = []
          try rows.write(object, number) {
            row += $0
            try textLimit.admit(sorted.byteCount + row.count)
          }
          try sorted.add(row, of: object, number)
        }
        for row in sorted.rows { try write(row) }
      }
    }
  }
}

extension ArchiveClassTable {
  /// Returns the names of the stored keys of a class and its subclasses, each once, in order.
  ///
  /// - Throws: ``Refusal`` if the class does not exist.
  fileprivate func keyNames(of className: String) throws(Refusal) -> [String] {
    let members = entries.indices.map { $0 + 1 }.filter {
      self[$0]?.kind == .class && entry($0, isA: className)
    }
    guard !members.isEmpty else {
      let names = entries.filter { $0.kind == .class }.map(\.name)
      throw Refusal(
        "there is no class \(className.shortened())" + Arguments.hint(className, names))
    }
    var levels: Set<Int> = []
    var names: Set<ExactString> = []
    return members.flatMap(chain).filter { levels.insert($0).inserted }
      .flatMap { ownKeys(of: $0) ?? [] }.map(\.name)
      .filter { names.insert(ExactString($0)).inserted }
  }
}

extension ArchiveTypeDescriptor {
  /// Whether values of the type can be sorted, as all values without parts can.
  fileprivate var hasOrder: Bool {
    switch self {
    case .reference, .weakReference, .list, .set, .map, .struct: false
    default: true
    }
  }
}
