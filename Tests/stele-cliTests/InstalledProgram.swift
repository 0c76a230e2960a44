import Foundation
import TestSupport

/// A program of the system, which need not be installed.
struct InstalledProgram {
  private let path: String

  /// Finds a program, or returns nil if it is not installed.
  init?(_ name: String) {
    let paths = ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  /// The output of a program, and its exit code.
  struct Run: Equatable {
    let code: Int32
    let output: String
    let errors: String
  }

  /// Runs the program in a folder, which is that of the package if no other one is given.
  func run(
    _ arguments: [String], input: [UInt8] = [], in folder: URL = FixtureFolder.package,
    environment: [String: String]? = nil
  ) throws -> Run {
    let directory = try TemporaryDirectory()
    _ = try directory.write(input, to: "input")
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    process.standardInput = try FileHandle(forReadingFrom: directory.file("input"))
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The pipes hold the few kilobytes of output here; a manual page is longer, so the first pipe is read to its end.
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }
}
