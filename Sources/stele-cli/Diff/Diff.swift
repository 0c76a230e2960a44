internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel

/// `stele diff`, which shows the changes between two archives, object by object.
enum Diff: Command {
  static let name = "diff"
  static let summary = "show what has changed between two archives"
  static let operands = "[options] OLD NEW"
  static let about = """
    Compares what two archives hold. Object numbers, the order of objects, roots, sets and maps, and
    the layout of the file do not count; two objects in place of one shared object do. A line is one of

      ~ people[0].name "Rex" -> "Max"         a value has changed
      + people[3] Person(name: "Eve")         new: a root, key, list element, set element or map entry
      - people[3] Person(name: "Eve")         gone, likewise
      > people[3] moved to people[1]: Person(name: "Eve")
                                              an element has another place in its list, or an object
                                              is referred to from another place

    A path leads from a root, or an item of the metadata, over the fewest objects, and is one that
    `stele get` takes; one over more than 8 objects begins with the number of an object. In
    + lines, after -> and after "moved to", paths are those of NEW, elsewhere those of OLD. The first
    reference to an object shows its class and keys, a further one shows where the first one is.

    Which objects are the same is found so: roots of equal names are, and what they refer to at equal
    keys. Where there is a choice, as in lists, objects go together that hold the same, also in the
    objects that they refer to (four references away; up to 256 if the archives have less than some
    hundred thousand objects), then those that hold the same without references, then those of one
    class. What is left is searched for everywhere by what it holds. Elements of sets and keys of maps
    that contain references are compared by the same means, and may be shown as gone and new if
    objects can be told apart only by what is further away.

    Weak references to objects that no root leads to count as nil, and such objects are not compared.
    Versions of classes, types of keys and keys without values count, as in the digest of the content:
    if all values are equal, lines show the changes of roots' types and of the classes in use, such as

      ~ struct Size.depth int8 since 1 -> int16 since 1

    What a change of the class table means for programs is said by --schema. The archives are
    validated before anything is shown. Memory is about 100 bytes for each object, and 4 for each
    reference; with --path, the parts are in memory. Text that would be longer than --limit ends
    there. - is standard input, for one of the two.
    """
  static let options = [path, stat, schema, limit, Option.json]
  // The exit code 1 would mean that there are differences.
  static let refusalCode = ExitCode.inputOutput
  static let fine = "the archives hold the same"
  static let finding = "they differ"
  static let otherExitCodes: [(ExitCode, String)] = [
    (.inputOutput, "a file cannot be read or written, or is not a valid archive")
  ]
  static let examples: KeyValuePairs = [
    "stele diff old.stele new.stele": "what has changed",
    "stele diff --stat old.stele new.stele": "how much has changed",
    "stele diff --path root.people[3] old.stele new.stele": "the changes of one person",
  ]

  private static let path = Option.path("compare only what the value of a key path leads to")
  private static let stat = Option("--stat", "count changes, and objects of each class, instead")
  private static let schema = Option(
    "--schema", "compare also the class tables, as stele compat does; differences count")
  private static let limit = Option.limit(countOrText: "show N changes, and count the others")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let (old, new) = try arguments.oldAndNew()
    let path = try arguments.path(of: Self.path)
    let showsCounts = arguments.has(Self.stat)
    let showsSchema = arguments.has(Self.schema)
    let limit = try arguments.limit(Self.limit)

    /// Validates an archive, and returns it or the part to compare.
    func archive(
      _ bytes: ArchiveBytes, _ side: ArchiveDifference.Side
    ) throws -> ComparedArchive {
      guard let path else { return try ComparedArchive(bytes, side) }
      return try ComparedArchive(bytes, side, at: path)
    }

    func compare(
      _ left: ComparedArchive, _ right: ComparedArchive, byteCount: Int, _ console: Console
    ) throws {
      do {
        console.progress("comparing \(left.objectCount.of("object"))")
        var difference = try ArchiveComparison(left, right)
        let compatibility =
          showsSchema
          ? ArchiveCompatibility(old: try left.schemaOfClasses(), new: try right.schemaOfClasses())
          : nil
        if compatibility?.findings.isEmpty == false { console.verdict = .finding }
        let report = DiffReport(
          old: old.name, new: new.name, showsCounts: showsCounts, limit: limit.count ?? .max,
          console: console,
          write: TextLimit(archiveByteCount: byteCount, limit.byteCount).writer(to: console))
        try report.begin()
        var shown = 0
        try difference.forEachChange { change in
          console.verdict = .finding
          guard !showsCounts, shown < report.limit else { return }
          try report.show(change, isFirst: shown == 0)
          shown += 1
        }
        try report.end(
          difference.counts, unreached: (left.unreachedCount, right.unreachedCount), compatibility)
      } catch let failure as ArchiveDifference.Failure {
        throw Refusal(failure.error.clause, name: failure.side == .old ? old.title : new.title)
      }
    }

    return { console in
      try old.readArchive(console) { oldBytes in
        // The other reports count unreachable objects, or show the classes.
        if path == nil, !showsCounts, !showsSchema, !console.isJSON, new.hasSameBytes(as: oldBytes)
        {
          return try ArchiveCheck(oldBytes, limits: console.limits).validateValues()
        }
        let left = try archive(oldBytes, .old)
        try new.readArchive(console) { newBytes in
          let right = try archive(newBytes, .new)
          let size = oldBytes.byteCount.addingReportingOverflow(newBytes.byteCount)
          try compare(left, right, byteCount: size.overflow ? .max : size.partialValue, console)
        }
      }
    }
  }
}
