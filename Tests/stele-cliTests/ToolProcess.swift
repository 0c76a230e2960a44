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
  ///   - shell: A command that the shell runs first, such as one that sets a limit.
  ///   - output: The pipe for standard output, if the test does not read it here.
  ///   - file: The file for standard error, if the test does not read it here.
  /// - Throws: The reason why the tool cannot be started.
  init(
    _ arguments: [String], after shell: String? = nil, output: Pipe? = nil,
    errors file: FileHandle? = nil
  ) throws {
    self.output = output ?? Pipe()
    readsOutput = output == nil
    process.executableURL = Self.url
    process.arguments = arguments
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "\(shell); exec \"$0\" \"$@\"", Self.url.path] + arguments
    }
    // Swift's report of a crash takes long, and hides the signal.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]
    ) { $1 }
    process.standardInput = input
    process.standardOutput = self.output
    process.standardError = file ?? errors
    if file != nil { try errors.fileHandleForWriting.close() }
    // The process inherits the signal mask of this thread, and threads of a pool block all signals.
    var (none, old) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    try process.run()
  }

  /// The number of the process.
  var number: Int32 { process.processIdentifier }

  /// Writes to standard input, and returns when the tool has read all but the content of a pipe.
  func give(_ bytes: [UInt8]) {
    // The tool may end before it has read all. The signal of that would end the tests, so it is blocked and taken here.
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

  /// Closes standard input and waits for the end, which must be an exit.
  func end() throws -> (code: Int32, output: [UInt8], errors: String) {
    let ended = try endOrDie()
    #expect(process.terminationReason == .exit)
    return ended
  }

  /// Waits for the end by a signal, and returns its number.
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
