internal import Foundation

/// A fresh process of this program, which measures one thing and reports the result in JSON.
enum Child {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs this program with some arguments, and reads its answer.
  static func run<Answer: Decodable>(
    _ arguments: [String], as type: Answer.Type = Answer.self
  ) throws -> Answer {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      throw Failure(description: "this system starts no processes")
    #else
      guard let executable = Bundle.main.executableURL else {
        throw Failure(description: "the path of the benchmark is not known")
      }
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      if arguments.first == ChildTask.measure {
        process.environment = ProcessInfo.processInfo.environment.merging(keepingMemory) { $1 }
      }
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationReason == .exit else {
        throw Failure(description: "crashed with signal \(process.terminationStatus)")
      }
      guard process.terminationStatus == 0 else {
        throw Failure(description: "failed, see above")
      }
      return try JSONDecoder().decode(type, from: data)
    #endif
  }

  /// Makes the allocator of Linux keep memory that a measured process releases.
  ///
  /// Otherwise it returns memory or not depending on the sizes of earlier requests, and one run may
  /// take twice as long as another because its pages have to be mapped again.
  private static let keepingMemory = [
    "MALLOC_TRIM_THRESHOLD_": "4294967296", "MALLOC_MMAP_THRESHOLD_": "33554432",
  ]

  /// Sends an answer to the process that started this one.
  static func answer(_ value: some Encodable) throws {
    print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }
}
