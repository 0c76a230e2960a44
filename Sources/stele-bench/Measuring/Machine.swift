internal import Foundation

/// The machine of a run, and the compiler.
struct Machine: Codable, Equatable {
  /// The name of the processor, or its architecture if the system does not report a name.
  let processor: String
  let processorCount: Int
  let system: String
  /// The version of Swift, as its compiler reports it.
  let swift: String

  /// Describes this machine.
  init() {
    processor = Self.processorName ?? Self.architecture
    processorCount = ProcessInfo.processInfo.activeProcessorCount
    system = ProcessInfo.processInfo.operatingSystemVersionString
    let version = try? Command.output("swift", "--version")
    swift =
      version?.firstMatch(of: /Swift version (\S+)/).map { String($0.1) } ?? "not known"
  }

  /// The machine in one line.
  var text: String {
    "\(processor), \(processorCount) processors, \(system), Swift \(swift)"
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "ARM64"
    #else
      "not known"
    #endif
  }

  private static var processorName: String? {
    #if os(macOS)
      try? Command.output("sysctl", "-n", "machdep.cpu.brand_string")
    #else
      (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))
        .flatMap { $0.firstMatch(of: /model name\s*: (.+)/) }.map { String($0.1) }
    #endif
  }
}

/// The circumstances in which a workload was measured.
struct Run: Codable {
  let workload: String
  /// The day, in UTC.
  let date: String
  /// The commit, with a plus sign if the sources were changed.
  let commit: String
  /// The number of processes that were ready to run in the minute before, or nil if the system does
  /// not report it.
  let load: Double?
  let roundCount: Int

  /// Describes a run that begins now, in the folder of the package.
  init(_ workload: Workload, roundCount: Int) {
    self.workload = workload.rawValue
    self.roundCount = roundCount
    date = String(Date.now.ISO8601Format().prefix(10))
    let hash = try? Command.output("git", "rev-parse", "--short=12", "HEAD")
    let changes = try? Command.output(
      "git", "status", "--porcelain", "Sources", "Package.swift", ":(exclude)*.md")
    commit = (hash ?? "not known") + (changes == "" ? "" : "+")
    var loads = [0.0]
    // Safe: the function is given room for one number.
    load = unsafe getloadavg(&loads, 1) == 1 ? (loads[0] * 100).rounded() / 100 : nil
  }
}

/// A command of the system.
enum Command {
  /// Returns the output of a command, without the white space around it.
  static func output(_ words: String...) throws -> String {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      throw Child.Failure(description: "this system starts no processes")
    #else
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Child.Failure(description: "\(words.joined(separator: " ")) failed")
      }
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    #endif
  }
}
