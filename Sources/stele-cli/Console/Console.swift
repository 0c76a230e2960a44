internal import Foundation
internal import Stele
package import SteleFoundation

/// All input and output of the tool, which tests replace.
package final class Console {
  /// The error of a stream that cannot be read or written.
  package typealias Failure = FileError

  /// The properties of the devices that the streams are connected to.
  package struct Terminals: Sendable {
    package var isOutput = false
    package var isErrors = false
    /// Whether colours are unwanted.
    package var isColorless = false

    package init() {}
  }

  /// The exit code for the results so far.
  var verdict = ExitCode.fine

  /// Raises the exit code; an error of the file system outweighs a finding.
  func record(_ code: ExitCode) {
    if code.rawValue > verdict.rawValue { verdict = code }
  }

  /// Whether the output is JSON, for machines.
  private(set) var isJSON = false
  /// The limits for all archives that are read.
  private(set) var limits = ArchiveLimits()

  private let terminals: Terminals
  private let input: () throws(Failure) -> [UInt8]
  private let output: ([UInt8]) throws(Failure) -> Void
  private let errors: @Sendable ([UInt8]) throws(Failure) -> Void
  private var pending: [UInt8] = []
  /// The reason why standard output could not be written, which ``complain(_:)`` does not throw.
  private var failure: Failure?
  private var progressLine: Progress?
  private var isColored: Bool

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - terminals: The properties of the devices that the streams are connected to.
  ///   - input: Returns all of standard input.
  ///   - output: Writes bytes to standard output.
  ///   - errors: Writes bytes to standard error.
  package init(
    terminals: Terminals = Terminals(),
    input: @escaping () throws(Failure) -> [UInt8],
    output: @escaping ([UInt8]) throws(Failure) -> Void,
    errors: @escaping @Sendable ([UInt8]) throws(Failure) -> Void
  ) {
    self.terminals = terminals
    isColored = terminals.isOutput && !terminals.isColorless
    self.input = input
    self.output = output
    self.errors = errors
    progressLine = terminals.isErrors ? Progress { try? errors(Array($0.utf8)) } : nil
  }

  /// Returns the console of the process.
  package static func standard() -> Console {
    #if !os(Windows) && !os(WASI)
      // Otherwise a write to a pipe without a reader ends the process.
      signal(SIGPIPE, SIG_IGN)
    #endif
    var terminals = Terminals()
    terminals.isOutput = StandardStream.output.isTerminal
    terminals.isErrors = StandardStream.errors.isTerminal
    let environment = ProcessInfo.processInfo.environment
    terminals.isColorless =
      !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return Console(
      terminals: terminals,
      input: { () throws(Failure) in try StandardStream.input.readToEnd() },
      output: { (bytes) throws(Failure) in try StandardStream.output.write(bytes) },
      errors: { (bytes) throws(Failure) in try StandardStream.errors.write(bytes) })
  }

  var isOutputTerminal: Bool { terminals.isOutput }

  func readInput() throws(Failure) -> [UInt8] { try input() }

  func say(_ line: Line) throws(Failure) {
    try write(line + "\n")
  }

  /// Writes the report of a command: the document for machines, or the lines for people.
  func report(
    _ document: @autoclosure () -> JSON, _ lines: @autoclosure () -> [Line]
  ) throws(Failure) {
    if isJSON { return try say(document().line) }
    for line in lines() { try say(line) }
  }

  /// Writes JSON in UTF-8 to standard output; characters that must not reach a terminal get the escapes of JSON.
  func write(json: [UInt8]) throws(Failure) {
    try write(unseen: Escape.json.applied(to: json))
  }

  func write(_ text: Line) throws(Failure) {
    try write(unseen: Array(text.text.utf8))
  }

  /// Writes bytes that are not text, such as an archive, to standard output.
  func write(unseen bytes: [UInt8]) throws(Failure) {
    pending += bytes
    if terminals.isOutput || pending.count >= 1 << 16 { try flush() }
  }

  /// Passes all pending bytes to standard output.
  func flush() throws(Failure) {
    if let failure { throw failure }
    guard !pending.isEmpty else { return }
    progressLine?.hide()
    defer { pending.removeAll(keepingCapacity: true) }
    do throws(Failure) {
      try output(pending)
    } catch {
      failure = error
      throw error
    }
  }

  func complain(_ line: Line) {
    progressLine?.hide()
    try? flush()
    // A failure to write to standard error cannot be reported anywhere.
    try? errors(Array("stele: \(line.text)\n".utf8))
  }

  /// Shows the current work on a terminal, if it takes more than a second.
  func progress(_ line: @autoclosure () -> Line) {
    progressLine?.say(line())
  }

  /// Shows which object the current work has reached, for some of the objects.
  func progress(ofObject number: Int, of count: Int, _ work: @autoclosure () -> Line) {
    guard number % 1024 == 0 else { return }
    progress("\(work()), object \(number.grouped) of \(count.grouped)")
  }

  /// Removes the line of progress and passes all pending bytes to standard output.
  func end() throws(Failure) {
    progressLine?.end()
    try flush()
  }

  /// Applies the options that commands share.
  func apply(_ arguments: Arguments) throws(UsageError) {
    isJSON = arguments.has(.json)
    limits = try arguments.limits()
    if arguments.has(.quiet) { progressLine = nil }
    switch arguments.value(of: .color) {
    case "always": isColored = true
    case "never": isColored = false
    default: break
    }
  }

  /// Returns text in a colour, if standard output shows colours.
  func colored(_ text: Line, _ color: Color) -> Line {
    guard isColored else { return text }
    return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }

  enum Color: String {
    case green = "32"
    case red = "1;31"
  }
}
