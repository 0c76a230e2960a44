internal import Stele
internal import SteleFoundation

/// The report of a command on several files, one after the other; it continues after a file that is refused.
struct FileList {
  /// The part of the report on one file.
  enum Item {
    /// Lines for people.
    case lines([Line])
    /// Members of an object of a JSON document, after the path.
    case json([(String, JSON)])

    /// One line for people.
    static func text(_ line: Line) -> Item { .lines([line]) }
  }

  private let console: Console
  private let isJSON: Bool
  private let format: JSON
  /// Members of the object of a file without a report.
  private let failure: [(String, JSON)]
  private var isFirst = true

  init(
    _ console: Console, of command: (some Command).Type, isJSON: Bool,
    failure: [(String, JSON)] = []
  ) {
    (self.console, self.isJSON, self.failure) = (console, isJSON, failure)
    format = JSON.format(command).1
  }

  /// The exit code so far.
  var code: ExitCode { console.verdict }

  /// Writes the beginning of the report, before the files.
  func begin() throws(FileError) {
    if isJSON { try console.write("{\"format\": \(format.line), \"files\": [") }
  }

  /// Adds the report on a file, or the reason why there is none.
  ///
  /// - Parameters:
  ///   - entry: The file, or the error of one.
  ///   - body: Returns the report; a refusal or an error of the file system replaces it.
  /// - Throws: `FileError` if standard output cannot be written, or any other error of the closure.
  mutating func add(_ entry: InputList.Entry, _ body: (Input) throws -> Item) throws {
    var item: Item
    let name: String
    do {
      switch entry {
      case .input(let input):
        name = input.name
        item = try body(input)
      case .failure(let error):
        name = error.path
        throw error
      }
    } catch let error as FileError {
      console.complain("\(error.clause)")
      console.record(.inputOutput)
      item = .json(failure + [("error", .string(error.clause))])
    } catch let error as Refusal {
      console.complain("\(error)")
      console.record(.finding)
      item = .json(failure + [("error", .string(error.reason))])
    }
    switch item {
    case .lines(let lines):
      for line in lines { try console.say(line) }
    case .json(let members):
      guard isJSON else { return }
      let file = JSON.object([("path", .string(name))] + members)
      try console.write((isFirst ? "\n" : ",\n") + file.line)
      isFirst = false
    }
  }

  /// Writes the end of the report, after the files.
  ///
  /// - Parameter members: Further members of the JSON document.
  /// - Throws: `FileError` if standard output cannot be written.
  func end(_ members: [(String, JSON)] = []) throws(FileError) {
    guard isJSON else { return }
    let rest = members.map { ", \"\(Line(own: $0))\": " + $1.line }
    try console.say("\n]" + rest.joined(separator: "") + "}")
  }
}
