internal import Foundation
internal import Stele
internal import SteleFoundation
internal import SteleVerifier

/// What one fresh process measures.
struct Measurement: Codable {
  /// The time that it took, without starting the process.
  var seconds: Double
  /// The part of it that reading the file took.
  var readSeconds = 0.0
  /// The time that the processor worked for it, without reading, which other programs do not lengthen.
  var processorSeconds = 0.0
  /// The most memory that the process had at a time, in bytes.
  var peakByteCount: Int?

  /// What can be measured.
  enum Task: String {
    /// Reads a file into memory and verifies it.
    case verify
    /// Opens a file and reads one object.
    case object
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Measures in this process.
  static func measure(_ task: Task, _ file: URL, objectNumber: Int) throws -> Measurement {
    let clock = ContinuousClock()
    let start = clock.now
    var read = start
    var work = ProcessUse.processorSeconds
    switch task {
    case .verify:
      let bytes = try FileSource(file).bytes()
      read = clock.now
      work = ProcessUse.processorSeconds
      let verification = Verifier(level: .references).verify(bytes)
      guard verification.isValid else {
        throw Failure(description: "\(verification.findings.first?.description ?? "not valid")")
      }
    case .object:
      guard try Archive(contentsOf: file).object(objectNumber) != nil else {
        throw Failure(description: "there is no object \(objectNumber)")
      }
    }
    let end = clock.now
    work = ProcessUse.processorSeconds - work
    return Measurement(
      seconds: (end - start).inSeconds, readSeconds: (read - start).inSeconds,
      processorSeconds: work,
      peakByteCount: ProcessUse.peakByteCount)
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
