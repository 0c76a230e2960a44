import Foundation
import Synchronization

/// A run of this tool by itself.
struct ChildProcess {
  enum End {
    case exited, signalled, tooLate
  }

  let end: End
  let output: String

  /// Runs the tool, and waits for its end.
  init(_ arguments: [String], timeLimit: Double) throws {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    // Whoever prints the stack of a crash takes longer than all the rest.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let isLate = Mutex(false)
    let guardian = DispatchWorkItem {
      isLate.withLock { $0 = true }
      process.terminate()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: guardian)
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guardian.cancel()
    self.output = String(decoding: said, as: UTF8.self)
    if isLate.withLock({ $0 }) {
      end = .tooLate
    } else {
      end =
        process.terminationReason == .exit && process.terminationStatus == 0
        ? .exited : .signalled
    }
  }
}
