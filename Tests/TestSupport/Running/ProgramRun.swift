package import Foundation
internal import Synchronization

/// A run of a program, from its start to its end.
package struct ProgramRun {
  /// How a program ends.
  package enum End: Equatable, CustomStringConvertible {
    case exited(Int32)
    case signalled(Int32)
    /// Stopped, because it ran longer than it may.
    case tooLate

    package var description: String {
      switch self {
      case .exited(let code): "exit code \(code)"
      case .signalled(let signal): "signal \(signal)"
      case .tooLate: "too late"
      }
    }
  }

  package let end: End
  /// The text that the program wrote to standard output.
  package let output: String

  /// Runs a program without standard error, and waits for its end.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - arguments: Its arguments.
  ///   - environment: Variables beside those of this process.
  ///   - keepsOutput: Whether its output is read, and not thrown away.
  ///   - seconds: How long it may run.
  /// - Throws: Why it cannot be started.
  package init(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:],
    keepsOutput: Bool = true, seconds: Double? = nil
  ) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // Printing the stack of a crash takes longer than all the rest, and hides the signal.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    let pipe = keepsOutput ? Pipe() : nil
    process.standardOutput = pipe ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let isLate = Mutex(false)
    let guardian = DispatchWorkItem {
      isLate.withLock { $0 = true }
      process.terminate()
    }
    if let seconds {
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: guardian)
    }
    let said = try pipe?.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guardian.cancel()
    output = String(decoding: said, as: UTF8.self)
    if isLate.withLock({ $0 }) {
      end = .tooLate
    } else if process.terminationReason == .exit {
      end = .exited(process.terminationStatus)
    } else {
      end = .signalled(process.terminationStatus)
    }
  }

  /// Runs this program by itself, with other arguments.
  package init(ofThisProgram arguments: [String], seconds: Double) throws {
    let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    try self.init(program, arguments, seconds: seconds)
  }

  /// The lines of the output that are not empty.
  package var lines: [Substring] { output.split(separator: "\n") }
}
