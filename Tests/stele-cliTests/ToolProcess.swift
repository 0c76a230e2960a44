import Foundation
import TestSupport
import Testing

/// The tool as a process of its own.
struct ToolProcess {
  private let process = Process()
  private let input = Pipe()
  private let output: Pipe
  private let errors = Pipe()
  private let readsOutput: Bool

  /// The tool that was built beside these tests.
  static var url: URL { BuiltProgram.url(named: "stele") }

  /// Starts the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - shell: What a shell does before, such as setting a limit.
  ///   - output: Where standard output goes, if it is not read.
  /// - Throws: Why it cannot be started.
  init(_ arguments: [String], after shell: String? = nil, output: Pipe? = nil) throws {
    self.output = output ?? Pipe()
    readsOutput = output == nil
    process.executableURL = Self.url
    process.arguments = arguments
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "\(shell); exec \"$0\" \"$@\"", Self.url.path] + arguments
    }
    // What Swift says of a crash takes long, and hides the signal.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]
    ) { $1 }
    process.standardInput = input
    process.standardOutput = self.output
    process.standardError = errors
    // The process takes the signals that this thread takes, which as one of a pool takes none.
    var (none, old) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    try process.run()
  }

  /// The number of the process.
  var number: Int32 { process.processIdentifier }

  /// Writes to standard input, and returns when the tool has read all but what a pipe holds.
  func give(_ bytes: [UInt8]) {
    // The tool may end before it has read all. The signal of that would end the tests: it waits until it is taken here.
    var (pipe, old, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
    var taken: Int32 = 0
    guard unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, SIGPIPE) == 1 else {
      return
    }
    unsafe sigwait(&pipe, &taken)
  }

  /// Closes standard input and waits for the end, which is to be by an exit.
  func end() throws -> (code: Int32, output: [UInt8], errors: String) {
    let ended = try endOrDie()
    #expect(process.terminationReason == .exit)
    return ended
  }

  /// Waits for the end that a signal brings, and returns its number.
  func die() throws -> Int32 {
    let ended = try endOrDie()
    #expect(process.terminationReason == .uncaughtSignal)
    return ended.code
  }

  private func endOrDie() throws -> (code: Int32, output: [UInt8], errors: String) {
    try input.fileHandleForWriting.close()
    let said = readsOutput ? try output.fileHandleForReading.readToEnd() ?? Data() : Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, Array(said), String(decoding: complaints, as: UTF8.self))
  }
}
