import Foundation
import TestSupport

/// A process of its own in which something is measured.
struct Child {
  /// What it wrote.
  let output: String
  /// How it ended when it did not end well, such as `signal 6`.
  let failure: String?

  /// No measured process may take more processor time, in seconds, so that a call without end is found, too.
  static let processorSeconds = 1800
  /// Or more memory, so that a call without bounds does not take the machine along.
  static let memoryKibibytes = 8 << 20

  /// Runs a program, and waits for its end.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let limits =
      "ulimit -t \(Self.processorSeconds); ulimit -d \(Self.memoryKibibytes); exec \"$@\""
    process.arguments = ["-c", limits, "sh"] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
      .merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): failure = nil
    case (.exit, let code): failure = "exit code \(code)"
    case (_, let signal): failure = "signal \(signal)"
    }
  }
}
