internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel

/// `stele get`, which shows the value of a key path.
enum Get: Command {
  static let name = "get"
  static let summary = "show the values of key paths"
  static let operands = "[options] FILE PATH..."
  static let about = """
    Shows the value of each path. Numbers, strings and cases of enums are shown by themselves,
    objects and whatever has parts as JSON: the keys of an object after its number "$id" and class
    "$class", a reference as {"$ref": 2}. --depth writes objects in place of references. A terminal
    gets escapes for characters that it would not show, a pipe or file the exact text. Only what
    lies on the paths is read and checked.

    \(PathText.notation)
    """
  static let options = [
    Option("--json", "write JSON, one line for each value; strings in quotation marks"), depth, raw,
    .output("where to write; standard output if it is not given"),
    Option.memory, .textLimit,
  ]
  static let fine = "they were shown"
  static let finding = "there is no such value, or what leads there is not valid"
  static let examples: KeyValuePairs = [
    "stele get people.stele 'root.people[3].name'": "one value, as text",
    "stele get people.stele 'root.people[:10].name'": "a value of each of the first ten elements",
    "stele get people.stele 'root.people[3].name' metadata.title --json":
      "two values, a line of JSON for each",
    "stele get people.stele 'objects[12]' --json --depth 2":
      "an object with what it refers to, as JSON",
    "stele get mail.stele 'root.attachments{report}.data' --raw -o report.pdf":
      "the bytes of a value",
  ]

  static let depth = Option(
    "--depth", value: "N", "write objects in place of references, N references deep; usually 0")
  private static let raw = Option("--raw", "write the bytes of a value of bytes, or of a string")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file", "path", isLastRepeatable: true)[0])
    let paths = try arguments.operands.dropFirst().map { (operand) throws(UsageError) in
      try PathText.path(operand) { (text) throws(ArchivePathError) in try PathPattern(text) }
    }
    let depth = try arguments.number(of: Self.depth, from: 0) ?? 0
    let isRaw = arguments.has(Self.raw)
    let output = arguments.has(.output) ? try arguments.output() : Argument("-")
    let textLimit = try arguments.limit(.textLimit).byteCount
    guard !isRaw || !arguments.has(.json) && !arguments.has(Self.depth) else {
      throw UsageError("--raw excludes --json and --depth")
    }
    return { console in
      // A pipe or a file gets the exact text.
      let escape: Escape? = isRaw || !console.isOutputTerminal ? nil : .json
      let file = try Output(output, from: input, escape: escape, console)
      try input.readArchive(console) { bytes in
        let archive = try ArchiveReader(opening: bytes, limits: console.limits)
        let limit = TextLimit(archiveByteCount: bytes.byteCount, textLimit)
        var lines = PlainWriter(archive, depth: depth, isPretty: !console.isJSON)
        let write = limit.bounding(file.write)
        func show(_ place: ArchivePlace?, _ path: PathPattern) throws {
          let value = place?.value ?? .nil
          if isRaw { return try file.write(raw(value, path)) }
          if !console.isJSON, !value.leadsToObject, let text = value.plainText(archive.classes) {
            return try write(Array("\(text)\n".utf8))
          }
          try lines.write(value, of: place?.type ?? .any, to: write)
          try write([UInt8(ascii: "\n")])
        }
        // Nothing is shown if one of the paths has no value; the place of a class path is nil.
        let places = try paths.map { path -> ArchivePlace? in
          do {
            return try archive.place(at: path.beginning)
          } catch let failure as ArchivePathFailure {
            guard case .isClass = failure.reason else { throw failure }
            return nil
          }
        }
        for (path, place) in zip(paths, places) {
          func showParts(of place: ArchivePlace) throws {
            try archive.forEachPlace(of: path.slices[...], from: place) { try show($0, path) }
          }
          if let place { try showParts(of: place) }
          guard place == nil, case .name(let name) = path.beginning.start else { continue }
          try archive.forEachObject(ofClass: name) { number, object in
            do {
              try showParts(
                of: archive.place(at: path.beginning.steps, from: object, number: number))
            } catch let failure as ArchivePathFailure where failure.reason == .isNil {
              try show(nil, path)
            }
          }
        }
      }
      try file.commit()
    }
  }

  private static func raw(_ value: ArchiveValue, _ path: PathPattern) throws -> [UInt8] {
    switch value.innermost {
    case .bytes(let bytes): return bytes
    case .string(let text): return Array(text.utf8)
    default: throw Refusal("\(path.text.shortened(to: 240)) is neither bytes nor a string")
    }
  }
}
