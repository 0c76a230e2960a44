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
      // The process and both streams end.
      let ends = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in ends.signal() }
      do {
        try process.run()
      } catch {
        throw cannotBeStarted
      }
      try? input.close()
      // Of standard output the beginning is kept, and of standard error the end.
      let answer = Mutex<[UInt8]>([])
      Self.read(output.fileHandleForReading, ends) { part in
        answer.withLock { if $0.count < Self.largestAnswer { $0 += part } }
      }
      let complaint = Mutex<[UInt8]>([])
      Self.read(complaints.fileHandleForReading, ends) { part in
        complaint.withLock { $0 = Array(($0 + part).suffix(4096)) }
      }
      let limit = DispatchTime.now() + timeout
      guard (0..<3).allSatisfy({ _ in ends.wait(timeout: limit) == .success }) else {
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
        output: answer.withLock(\.self),
        status: hasEnded ? process.terminationStatus : -process.terminationStatus,
        complaint: Self.lastLine(of: complaint.withLock(\.self)), failure: nil)
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

  /// Reads a stream on a thread of its own, which signals the end of the stream.
  private static func read(
    _ stream: FileHandle, _ ends: DispatchSemaphore, keep: @escaping @Sendable (Data) -> Void
  ) {
    Thread.detachNewThread {
      while let part = try? stream.read(upToCount: 1 << 16), !part.isEmpty { keep(part) }
      ends.signal()
    }
  }

  private static func lastLine(of bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return String((lines.last { !$0.isEmpty } ?? "").prefix(200))
  }
}
