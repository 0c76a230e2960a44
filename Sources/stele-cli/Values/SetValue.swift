internal import Stele
internal import SteleFoundation
internal import SteleInspection

/// `stele set`, which changes the value of a key path.
struct SetValue: Command {
  static let name = "set"
  static let summary = "change the value of a key path"
  static let operands = "[options] FILE PATH VALUE [-o NEW]"
  static let about = """
    Writes the archive with another value at a path; the type stays. A string is VALUE itself, a
    number or bool its text, bytes are hexadecimal, dates seconds since 2001-01-01T00:00:00Z, a
    case of an enum is its name, a reference a path to an object, nil null. With --json VALUE is in
    the notation of stele dump, which also has lists and structs, and null for a nil string. With
    --from the value of bytes or a string is the content of a file, and there is no VALUE.
    The file stays as it is, unless -o has its name. The whole archive is checked, and so is the
    new one; memory is in proportion to the file.

    \(PathText.notation)
    """
  static let options = [
    Option("--json", "VALUE is in the notation of stele dump"), from,
    .output("where to write, which may be FILE; standard output if it is not given"),
    Option.memory,
  ]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the archive was written"),
    (.finding, "the file is not valid, has no such value, or VALUE does not fit its type"),
  ]
  static let examples: KeyValuePairs = [
    "stele set people.stele 'root.people[3].name' Max -o new.stele":
      "another name, in a new archive",
    "stele set people.stele 'objects[1].friend' 'objects[2]' -o people.stele":
      "another reference, in the same file",
  ]

  private static let from = Option("--from", value: "FILE", "read bytes or a string from a file")

  private let input: Input
  private let path: ArchivePath
  private let text: String?
  private let content: Input?
  private let isJSON: Bool
  private let output: Argument
  private let limits: ArchiveLimits

  init(_ arguments: Arguments) throws(UsageError) {
    let content = arguments.argument(of: Self.from).map(Input.init)
    let operands =
      content == nil
      ? try arguments.operands("file", "path", "value")
      : try arguments.operands("file", "path")
    input = Input(operands[0])
    path = try PathText.path(operands[1])
    text = content == nil ? operands[2].text : nil
    self.content = content
    isJSON = arguments.has(.json)
    output = arguments.has(.output) ? try arguments.output() : Argument("-")
    limits = try arguments.limits()
    guard content == nil || !isJSON else {
      throw UsageError("--json and --from exclude each other")
    }
    guard content?.isStandardInput != true || !input.isStandardInput else {
      throw UsageError("only one of the files can be standard input")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    // The input is in memory before the output appears, so they may be one file.
    let file = try Output(output, from: nil, console)
    console.progress("reading \(input.title)")
    let bytes = try input.bytes(console)
    let content = try self.content?.bytes(console)
    try Refusal.of(input) {
      var graph = try ArchiveGraph(bytes, limits: limits)
      let place = try graph.place(at: path)
      guard !place.isObject,
        try graph.set(value(at: place, in: graph, content), at: place)
      else {
        throw NotSettable(reason: "\(path) is an object; set one of its keys")
      }
      console.progress("writing \(graph.objects.count.of("object"))")
      try file.write(graph)
    }
    try file.commit()
    return .fine
  }

  private func value(
    at place: ArchivePlace, in graph: ArchiveGraph, _ content: [UInt8]?
  ) throws -> ArchiveValue {
    if let content {
      return switch place.type {
      case .bytes: .bytes(content)
      case .optional(.bytes): .some(.bytes(content))
      case .string: .string(try string(content))
      case .optional(.string): .some(.string(try string(content)))
      default: throw NotSettable(reason: "\(path) is neither bytes nor a string")
      }
    }
    let text = text ?? ""
    do {
      return isJSON
        ? try graph.notationValue(of: place.type, text)
        : try graph.value(of: place.type, text: text, old: place.value)
    } catch is NotationError {
      throw NotSettable(
        reason:
          "\(text.quoted) is no value of the type \(place.type.notation().shortened()) of \(path)")
    } catch let error as ArchivePathError {
      throw NotSettable(reason: "\(text.quoted) is no path: \(error)")
    }
  }

  private func string(_ bytes: [UInt8]) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw NotSettable(reason: "a string needs UTF-8, which the content of --from is not")
    }
    return text
  }

  private struct NotSettable: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
  }
}
