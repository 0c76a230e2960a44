internal import Foundation
internal import SteleFoundation
internal import Synchronization

/// A program that answers according to the protocol of `stele conform`.
struct ConformingProgram: Sendable {
  /// The name and the arguments of the program.
  private let command: [String]
  /// The path of the executable.
  private let file: String
  /// The seconds that an answer may take.
  private let timeout: Double
  /// The number of bytes of an answer that are kept; no right answer is nearly as long.
  private static let largestAnswer = 1 << 26

  /// The answer of a program to one archive.
  struct Answer {
    /// The rule and the offset in an answer.
    struct Finding: Decodable {
      let rule: String
      let offset: Int?
    }

    let output: [UInt8]
    /// The exit code; for a program that a signal ended, the negative number of the signal.
    let status: Int32
    /// The last line on standard error.
    let complaint: String
    /// The reason why there is no answer, if the program had to be ended.
    let failure: String?

    /// The rule and the offset, if the program wrote them.
    var refusal: Finding? {
      failure == nil ? try? JSONDecoder().decode(Finding.self, from: Data(output)) : nil
    }

    /// The answer in a few words.
    var summary: String {
      if let failure { return "the program \(failure)" }
      if status == 1, let refusal {
        let place = refusal.offset.map { " at byte \($0)" } ?? ""
        return "the program says \(refusal.rule.prefix(20))\(place)"
      }
      var summary = "the program ended with \(status)"
      if status < 0 { summary = "the program was ended by signal \(-status)" }
      if status == 1 { summary += ", without a refusal in JSON" }
      return complaint.isEmpty ? summary : "\(summary): \(complaint)"
    }
  }

  /// Finds a program.
  ///
  /// - Throws: `Refusal` if no program has that name.
  init(command: [String], timeout: Double) throws(Refusal) {
    self.command = command
    self.timeout = timeout
    let name = command.first ?? ""
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folders = name.contains("/") ? [""] : path.split(separator: ":").map { "\($0)/" }
    guard let file = folders.map({ $0 + name }).first(where: Self.isProgram) else {
      throw Refusal("there is no such program", name: name)
    }
    self.file = file
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }

  /// Starts the program with a fixture on its standard input, and further arguments.
  ///
  /// - Throws: `FileError` if the fixture does not exist, `Refusal` if the program cannot be started.
  func answer(to fixture: String, _ arguments: [String]) throws -> Answer {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      throw cannotBeStarted
    #else
      guard let input = FileHandle(forReadingAtPath: fixture) else {
        throw FileError(.open, fixture, code: ENOENT)
      }
      let process = Process()
      process.executableURL = URL(filePath: file)
      process.arguments = command.dropFirst() + arguments
      process.standardInput = input
      let (output, complaints) = (Pipe(), Pipe())
      process.standardOutput = output
      process.standardError = complaints
      let streams = Streams()
      process.terminationHandler = { _ in streams.recordEnd() }
      do {
        try process.run()
      } catch {
        throw cannotBeStarted
      }
      try? input.close()
      streams.readOutput(output.fileHandleForReading)
      streams.readComplaints(complaints.fileHandleForReading)
      guard streams.end(within: timeout) else {
        Self.end(process)
        process.waitUntilExit()
        let seconds =
          timeout == timeout.rounded() ? Int(timeout).grouped : timeout.description
        return Answer(
          output: [], status: -SIGKILL, complaint: "",
          failure: "has not answered in \(seconds) seconds")
      }
      process.waitUntilExit()
      let hasEnded = process.terminationReason == .exit
      return Answer(
        output: streams.output,
        status: hasEnded ? process.terminationStatus : -process.terminationStatus,
        complaint: streams.complaint, failure: nil)
    #endif
  }

  private var cannotBeStarted: Refusal {
    Refusal("it cannot be started", name: command.first ?? "")
  }

  #if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
    /// Ends a process, and the processes of its group if it is the leader of one.
    private static func end(_ process: Process) {
      #if os(Windows)
        process.terminate()
      #else
        let number = process.processIdentifier
        kill(getpgid(number) == number ? -number : number, SIGKILL)
      #endif
    }
  #endif

  /// Reads standard output and standard error, each on its own thread.
  private final class Streams: Sendable {
    private struct State {
      var output: [UInt8] = []
      var complaints: [UInt8] = []
    }

    private let state = Mutex(State())
    private let ends = DispatchSemaphore(value: 0)

    /// Reads standard output, and keeps its beginning.
    func readOutput(_ stream: FileHandle) {
      read(stream) { state, part in
        if state.output.count < ConformingProgram.largestAnswer { state.output += part }
      }
    }

    /// Reads standard error, and keeps its end.
    func readComplaints(_ stream: FileHandle) {
      read(stream) { state, part in
        state.complaints = Array((state.complaints + part).suffix(4096))
      }
    }

    private func read(
      _ stream: FileHandle, keep: @escaping @Sendable (inout State, Data) -> Void
    ) {
      Thread.detachNewThread { [self] in
        while let part = try? stream.read(upToCount: 1 << 16), !part.isEmpty {
          state.withLock { keep(&$0, part) }
        }
        recordEnd()
      }
    }

    /// Records that a stream or the process has ended.
    func recordEnd() { ends.signal() }

    /// Waits for the end of both streams and of the process, and returns whether all ended in time.
    func end(within seconds: Double) -> Bool {
      let limit = DispatchTime.now() + seconds
      return (0..<3).allSatisfy { _ in ends.wait(timeout: limit) == .success }
    }

    var output: [UInt8] { state.withLock { $0.output } }

    var complaint: String {
      let text = String(decoding: state.withLock { $0.complaints }, as: UTF8.self)
      let lines = text.split(whereSeparator: \.isNewline).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return String((lines.last { !$0.isEmpty } ?? "").prefix(200))
    }
  }
}
