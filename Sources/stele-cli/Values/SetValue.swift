internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel

/// `stele set`, which changes the value of a key path.
enum SetValue: Command {
  static let name = "set"
  static let summary = "change the value of a key path"
  static let operands = "[options] FILE PATH VALUE [-o NEW]"
  static let about = """
    Writes the archive with another value at a path; the type stays. A string is VALUE itself, a
    number or bool its text, bytes are hexadecimal, dates seconds since 2001-01-01T00:00:00Z, a
    case of an enum is its name, a reference a path to an object, nil null. With --json VALUE is in
    the notation of stele dump, which also has lists and structs, and null for a nil string. With
    --from the value of bytes or a string is the content of a file, and there is no VALUE. An item
    of the metadata that is not there is made, as a string. --append and --insert add an element
    to a list or set at PATH, or with --json a pair [KEY, VALUE] to a map; --remove removes an
    element, a pair, an item of the metadata, or the value of a key that may be absent.
    The file stays as it is, unless -o has its name. The whole archive is checked, and so is the
    new one; one object at a time is in memory.

    \(PathText.notation)
    """
  static let options = [
    Option("--json", "VALUE is in the notation of stele dump"), from, append, insert, remove,
    .output("where to write, which may be FILE; standard output if it is not given"),
    Option.memory,
  ]
  static let fine = "the archive was written"
  static let finding = "the file is not valid, has no such value, or VALUE does not fit its type"
  static let examples: KeyValuePairs = [
    "stele set people.stele 'root.people[3].name' Max -o new.stele":
      "another name, in a new archive",
    "stele set people.stele 'objects[1].friend' 'objects[2]' -o people.stele":
      "another reference, in the same file",
    "stele set people.stele 'root.people[3].tags' new --append -o people.stele":
      "a further element",
    "stele set people.stele 'root.people[3].tags[0]' --remove -o people.stele": "without the first",
  ]

  private static let from = Option("--from", value: "FILE", "read bytes or a string from a file")

  private static let append = Option("--append", "add VALUE at the end of a list, set or map")
  private static let insert = Option("--insert", value: "N", "add VALUE before element N, from 0")
  private static let remove = Option("--remove", "remove what is at PATH; there is no VALUE")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let source = arguments.argument(of: Self.from).map(Input.init)
    let operands =
      source == nil && !arguments.has(Self.remove)
      ? try arguments.operands("file", "path", "value")
      : try arguments.operands("file", "path")
    let input = Input(operands[0])
    let path = try PathText.path(operands[1])
    let text = operands.count > 2 ? operands[2].text : nil
    let isRemoved = arguments.has(Self.remove)
    // The position of a new element; nil to append it.
    let position = try arguments.number(of: Self.insert, from: 0)
    let isNew = position != nil || arguments.has(Self.append)
    try arguments.checkAlternatives([Self.from, Self.append, Self.insert, Self.remove])
    let isJSON = arguments.has(.json)
    let output = arguments.has(.output) ? try arguments.output() : Argument("-")
    try arguments.checkAlternatives([.json, Self.from])
    guard source?.isStandardInput != true || !input.isStandardInput else {
      throw UsageError("only one of the files can be standard input")
    }

    /// Returns a list, set or map that has only the new element.
    func element(at place: ArchivePlace, in archive: ArchiveReader) throws -> ArchiveValue {
      var (type, value) = (place.type, place.value)
      while case .some(let part)? = value { (type, value) = (type.parts.first ?? .any, part) }
      if case .any(let inner, _)? = value { type = inner }
      guard [.list, .set, .map].contains(type.code), let part = type.parts.first else {
        throw Refusal("\(path) is neither a list nor a set nor a map")
      }
      let text = text ?? ""
      do {
        if isJSON || type.code == .map { return try archive.notationValue(of: type, "[\(text)]") }
        let element = try archive.value(of: part, text: text, old: nil)
        return type.code == .list ? .list([element]) : .set([element])
      } catch is NotationError {
        throw Refusal("\(text.quoted) is no part of a value of the type \(type.words)")
      }
    }

    func value(
      at place: ArchivePlace, in archive: ArchiveReader, _ content: [UInt8]?
    ) throws -> ArchiveValue {
      if let content {
        return switch place.type {
        case .bytes: .bytes(content)
        case .optional(.bytes): .some(.bytes(content))
        case .string: .string(try string(content))
        case .optional(.string): .some(.string(try string(content)))
        default: throw Refusal("\(path) is neither bytes nor a string")
        }
      }
      let text = text ?? ""
      do {
        return isJSON
          ? try archive.notationValue(of: place.type, text)
          : try archive.value(of: place.type, text: text, old: place.value)
      } catch is NotationError {
        throw Refusal(
          "\(text.quoted) is no value of the type \(place.type.notation().shortened()) of \(path)")
      } catch let error as ArchivePathError {
        throw Refusal("\(text.quoted) is no path: \(error)")
      }
    }

    func change(_ graph: inout StreamedGraph, _ content: [UInt8]?) throws {
      let archive = graph.archive
      if case .metadata(let name) = path.start, path.steps.isEmpty, !isNew {
        let items = graph.content.metadata
        let index = items?.firstIndex { $0.name.isExactly(name) }
        if isRemoved, let index {
          graph.content.metadata?.remove(at: index)
          return
        } else if let text, !isJSON, index == nil {
          graph.content.metadata =
            (items ?? []) + [ArchiveNamedValue(name, .string, .string(text))]
          return
        }
      }
      let place = try archive.place(at: path)
      guard !place.isObject else {
        throw Refusal("\(path) is an object; set one of its keys")
      }
      var new: ArchiveValue?
      if isNew {
        new = place.value?.inserting(try element(at: place, in: archive), at: position)
        guard new != nil else { throw Refusal("\(path) has no such position") }
      } else if !isRemoved {
        new = try value(at: place, in: archive, content)
      }
      guard try graph.set(new, at: place) else {
        throw Refusal("\(path) cannot be removed")
      }
    }

    return { console in
      // The input is read completely before the output appears, so both may be the same file.
      var file = try Output(output, from: source, console)
      try input.readUnchangedArchive(console) { bytes in
        let content = try source?.bytes(console)
        var graph = try StreamedGraph(bytes, limits: console.limits)
        try change(&graph, content)
        console.progress("writing \(graph.objectCount.of("object"))")
        try graph.write(to: &file)
      }
      try file.commit()
    }
  }

  private static func string(_ bytes: [UInt8]) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal("a string needs UTF-8, which the content of --from is not")
    }
    return text
  }
}

extension StreamedGraph {
  /// Replaces the value at a place of the archive; returns whether there is one that can be replaced.
  fileprivate mutating func set(
    _ value: ArchiveValue?, at place: ArchivePlace
  ) throws -> Bool {
    guard case .object(let number) = place.holder else { return content.set(value, at: place) }
    guard var object = try archive.object(number), object.set(value, at: place) else {
      return false
    }
    replace(number, by: object)
    return true
  }
}
