internal import Foundation
internal import Stele
internal import SteleFoundation
internal import SteleVerifier

/// What one fresh process measures.
struct Measurement: Codable {
  /// The time that it took, without starting the process.
  var seconds: Double
  /// The time that the processor worked for it, which other programs do not lengthen.
  var processorSeconds = 0.0
  /// The time that it took once more in the same process, from the start, when that was measured.
  var againSeconds: Double?
  /// The most memory that the process had at a time, in bytes.
  var peakByteCount: Int?

  /// What can be measured.
  enum Task: String {
    /// Maps a file and verifies it, as the tool does.
    case verify
    /// Opens a file and reads one object, twice.
    case object
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Measures in this process.
  static func measure(_ task: Task, _ file: URL, objectNumber: Int) throws -> Measurement {
    let clock = ContinuousClock()
    let work = ProcessUse.processorSeconds
    let seconds = try clock.measure { try perform(task, file, objectNumber) }.inSeconds
    var measurement = Measurement(
      seconds: seconds, processorSeconds: ProcessUse.processorSeconds - work)
    if task == .object {
      measurement.againSeconds =
        try clock.measure { try perform(task, file, objectNumber) }.inSeconds
    }
    measurement.peakByteCount = ProcessUse.peakByteCount
    return measurement
  }

  private static func perform(_ task: Task, _ file: URL, _ objectNumber: Int) throws {
    switch task {
    case .verify:
      let mapped = try MappedFile(file)
      let verification = mapped.withBytes { bytes in
        Verifier(level: .references).verify(mapped: bytes) { passed in mapped.release(passed) }
      }
      guard verification.isValid else {
        throw Failure(description: "\(verification.findings.first?.description ?? "not valid")")
      }
    case .object:
      guard try Archive(contentsOf: file).object(objectNumber) != nil else {
        throw Failure(description: "there is no object \(objectNumber)")
      }
    }
  }

  /// Measures in a fresh process.
  static func measureAfresh(_ task: Task, _ file: URL, objectNumber: Int = 1) throws -> Measurement
  {
    guard let executable = Bundle.main.executableURL else {
      throw Failure(description: "the path of the benchmark is not known")
    }
    let process = Process()
    process.executableURL = executable
    process.arguments = [childOption, task.rawValue, file.path, String(objectNumber)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "a measurement failed")
    }
    return try JSONDecoder().decode(Measurement.self, from: data)
  }

  /// The option that makes the benchmark measure once and say so in JSON.
  static let childOption = "--measure-once"
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
