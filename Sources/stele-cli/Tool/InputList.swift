internal import Stele
internal import SteleFoundation

/// The inputs that the operands of a command name: files, standard input, and the archives in folders and their subfolders.
struct InputList {
  /// An input, or a file or folder that cannot be read.
  private typealias Entry = Result<Input, FileError>

  /// A part of the report on the inputs.
  enum Item {
    /// Lines for people.
    case lines([Line])
    /// Members of an object of a JSON document; for a file, the members after the path.
    case json(JSON)
  }

  static let allowEmpty = Option("--allow-empty", "accept folders without archives")

  /// The sentences about operands in the descriptions of commands.
  static let about = """
    Of a folder, all files in it and below whose names end in .stele are taken, in the order of
    their names; it has to have some, unless --allow-empty is given. - is standard input.
    """

  private let operands: [Argument]
  private let allowsEmpty: Bool

  /// Takes the operands of a command.
  ///
  /// The purpose is the verb for a message about missing operands, such as `verify`.
  ///
  /// - Throws: `UsageError` if there are no operands.
  init(_ arguments: Arguments, to purpose: String) throws(UsageError) {
    guard !arguments.operands.isEmpty else { throw UsageError("say which files to \(purpose)") }
    operands = arguments.operands
    allowsEmpty = arguments.has(Self.allowEmpty)
  }

  /// Returns the inputs, in the order of the operands.
  ///
  /// - Throws: `UsageError` if a folder has no archives; no input has been read then.
  private func entries(_ console: Console) throws(UsageError) -> [Entry] {
    var entries: [Entry] = []
    for operand in operands {
      let input = Input(operand)
      guard !input.isStandardInput, FileTree.isFolder(operand.path) else {
        entries.append(.success(input))
        continue
      }
      let tree = FileTree(of: operand.path, suffix: ".stele")
      entries += tree.failures.map { .failure($0) }
      for (path, kind) in tree.others {
        console.complain("skipping \(path.text): it is a \(kind.rawValue)")
      }
      guard !tree.files.isEmpty || !tree.failures.isEmpty || allowsEmpty else {
        throw UsageError(
          "there are no .stele files in \(input.title); --allow-empty accepts that")
      }
      entries += tree.files.map { .success(Input(Argument(bytes: $0.bytes))) }
    }
    return entries
  }

  /// Writes the report of a command on the inputs, in sequence; it continues after an input that is refused.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - console: The console.
  ///   - failure: Members of the object of an input without a report.
  ///   - total: Returns the end of the report, from the number of inputs.
  ///   - body: Returns the report on an input and its number; a refusal or an error of the file system replaces the report.
  /// - Throws: `FileError` if standard output cannot be written, or any other error of the closure.
  func report(
    of command: (some Command).Type, _ console: Console, failure: JSON = [:],
    total: (Int) -> Item = { _ in .lines([]) }, _ body: (Input, _ number: Int) throws -> Item
  ) throws {
    let entries = try entries(console)
    if console.isJSON {
      try console.write("{\"format\": \(JSON.format(command).line), \"files\": [")
    }
    var isFirst = true
    for (index, entry) in entries.enumerated() {
      let (name, item) = try item(of: entry, console, failure) { try body($0, index + 1) }
      switch item {
      case .lines(let lines): for line in lines { try console.say(line) }
      case .json(let members):
        guard console.isJSON else { continue }
        try console.write((isFirst ? "\n" : ",\n") + (["path": name] + members).line)
        isFirst = false
      }
    }
    switch total(entries.count) {
    case .lines(let lines) where !console.isJSON: for line in lines { try console.say(line) }
    case .lines: try console.say("\n]}")
    case .json(let members): try console.say("\n], \(members.memberLine)}")
    }
  }

  /// Returns the name of an entry, and its report or the reason why there is no report.
  private func item(
    of entry: Entry, _ console: Console, _ failure: JSON, _ body: (Input) throws -> Item
  ) throws -> (String, Item) {
    var name = ""
    do {
      if case .failure(let error) = entry { name = error.path }
      let input = try entry.get()
      name = input.name
      return (name, try body(input))
    } catch let error as FileError {
      console.complain("\(error.clause)")
      console.record(.inputOutput)
      return (name, .json(failure + ["error": error.clause]))
    } catch let error as Refusal {
      console.complain("\(error)")
      console.record(.finding)
      return (name, .json(failure + ["error": error.reason]))
    }
  }
}
