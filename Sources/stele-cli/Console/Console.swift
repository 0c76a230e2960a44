internal import Foundation
package import SteleFoundation

/// All that the tool hears and says, so that tests can listen.
package final class Console {
  /// Why something cannot be heard or said.
  package typealias Failure = FileError

  /// What the streams are connected to.
  package struct Terminals: Sendable {
    /// Whether standard output is a terminal.
    package var isOutput = false
    /// Whether standard error is a terminal.
    package var isErrors = false
    /// Whether colours are not wanted.
    package var isColorless = false

    package init() {}
  }

  /// What the exit code is when the reader of standard output goes away now.
  var verdict = ExitCode.fine

  private let terminals: Terminals
  private let input: () throws(Failure) -> [UInt8]
  private let output: ([UInt8]) throws(Failure) -> Void
  private let errors: @Sendable ([UInt8]) throws(Failure) -> Void
  private var pending: [UInt8] = []
  private let progressLine: Progress?

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - terminals: What the streams are connected to.
  ///   - input: Gives all of standard input.
  ///   - output: Takes what goes to standard output.
  ///   - errors: Takes what goes to standard error.
  package init(
    terminals: Terminals = Terminals(),
    input: @escaping () throws(Failure) -> [UInt8],
    output: @escaping ([UInt8]) throws(Failure) -> Void,
    errors: @escaping @Sendable ([UInt8]) throws(Failure) -> Void
  ) {
    self.terminals = terminals
    self.input = input
    self.output = output
    self.errors = errors
    progressLine = terminals.isErrors ? Progress { try? errors(Array($0.utf8)) } : nil
  }

  /// The console of the process.
  package static func standard() -> Console {
    #if !os(Windows) && !os(WASI)
      // Without this, writing to a pipe that nobody reads any more would end the process.
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

  /// Whether standard output is a terminal.
  var isOutputTerminal: Bool { terminals.isOutput }

  /// All of standard input.
  func readInput() throws(Failure) -> [UInt8] { try input() }

  /// Says a line.
  func say(_ line: Line) throws(Failure) {
    try write(line + "\n")
  }

  /// Writes text to standard output.
  func write(_ text: Line) throws(Failure) {
    try write(unseen: Array(text.text.utf8))
  }

  /// Writes bytes to standard output that are no text: an archive.
  func write(unseen bytes: [UInt8]) throws(Failure) {
    pending += bytes
    if terminals.isOutput || pending.count >= 1 << 16 { try flush() }
  }

  /// Hands on all that has been written.
  func flush() throws(Failure) {
    guard !pending.isEmpty else { return }
    progressLine?.hide()
    defer { pending.removeAll(keepingCapacity: true) }
    try output(pending)
  }

  /// Says a line on standard error.
  func complain(_ line: Line) {
    progressLine?.hide()
    try? flush()
    // There is nowhere to say that this cannot be said.
    try? errors(Array("stele: \(line.text)\n".utf8))
  }

  /// Says on a terminal, after a while, what is being done.
  func progress(_ line: @autoclosure () -> Line) {
    progressLine?.say(line())
  }

  /// Removes the line of progress and hands on all that has been written.
  func end() throws(Failure) {
    progressLine?.end()
    try flush()
  }

  /// A text in a colour where that is wanted.
  func colored(_ text: Line, _ color: Color) -> Line {
    guard terminals.isOutput, !terminals.isColorless else { return text }
    return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }

  /// The colours of a terminal.
  enum Color: String {
    case green = "32"
    case red = "1;31"
    case faint = "2"
  }
}
