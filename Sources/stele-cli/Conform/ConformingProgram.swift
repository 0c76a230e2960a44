internal import Foundation
internal import SteleFoundation

/// A program that answers as the protocol of `stele conform` says.
struct ConformingProgram: Sendable {
  /// The program and its arguments.
  let command: [String]

  /// What a program has answered.
  struct Answer {
    struct Refusal: Decodable {
      let rule: String
      let offset: Int?
    }

    let output: [UInt8]
    let status: Int32

    /// The rule and the offset, if that is what the program wrote.
    var refusal: Refusal? { try? JSONDecoder().decode(Refusal.self, from: Data(output)) }

    /// The answer in a few words.
    var summary: String {
      guard status == 1, let refusal else { return "the program ended with \(status)" }
      let place = refusal.offset.map { " at byte \($0)" } ?? ""
      return "the program says \(refusal.rule.prefix(20))\(place)"
    }
  }

  /// Starts the program with an archive on its standard input.
  ///
  /// - Throws: `FileError` if no program can be started.
  func answer(to archive: String, isCanonical: Bool = false) throws -> Answer {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      throw FileError(.open, "/bin/sh", code: ENOSYS)
    #else
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      // The shell opens the archive, and becomes the program.
      process.arguments =
        ["-c", "exec \"$@\" <\"$0\"", archive] + command + (isCanonical ? ["--canonical"] : [])
      let output = Pipe()
      process.standardOutput = output
      do {
        try process.run()
      } catch {
        throw FileError(.open, "/bin/sh", code: ENOENT)
      }
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      // The status of a program that a signal ended is the number of the signal, as if it had chosen it.
      let hasEnded = process.terminationReason == .exit
      return Answer(
        output: Array(bytes),
        status: hasEnded ? process.terminationStatus : -process.terminationStatus)
    #endif
  }
}
