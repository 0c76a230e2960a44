internal import SteleFoundation

/// The inputs that the operands of a command name: files, standard input, and the archives in folders and below them.
struct InputList {
  /// An input, or a file or folder that cannot be read.
  enum Entry {
    case input(Input)
    case failure(FileError)
  }

  /// The option that accepts folders without archives.
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
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - purpose: The verb for a message about missing operands, such as `verify`.
  /// - Throws: `UsageError` if there are no operands.
  init(_ arguments: Arguments, to purpose: String) throws(UsageError) {
    guard !arguments.operands.isEmpty else { throw UsageError("say which files to \(purpose)") }
    operands = arguments.operands
    allowsEmpty = arguments.has(Self.allowEmpty)
  }

  /// Returns the inputs, in the order of the operands.
  ///
  /// - Throws: `UsageError` if a folder has no archives, before any of the inputs is read.
  func entries(_ console: Console) throws(UsageError) -> [Entry] {
    var entries: [Entry] = []
    for operand in operands {
      let input = Input(operand)
      guard !input.isStandardInput, FileTree.isFolder(operand.path) else {
        entries.append(.input(input))
        continue
      }
      let tree = FileTree(of: operand.path, suffix: ".stele")
      entries += tree.failures.map(Entry.failure)
      for (path, kind) in tree.others {
        console.complain("skipping \(path.text): it is a \(kind.rawValue)")
      }
      guard !tree.files.isEmpty || !tree.failures.isEmpty || allowsEmpty else {
        throw UsageError(
          "there are no .stele files in \(input.title); --allow-empty accepts that")
      }
      entries += tree.files.map { .input(Input(Argument(bytes: $0.bytes))) }
    }
    return entries
  }
}
