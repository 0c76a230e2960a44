import Foundation

/// Another reader of the format, as a process that answers one archive after another.
///
/// An archive is written with its length before it (u32). The answer is a line of JSON: the rule and the offset of a refusal,
/// or the text and, if the reader knows the canonical form, the first finding of a check that requires it, and its SHA-256 or
/// the rule that denies one.
final class Twin {
  /// The readers of the project that are neither the codec nor the verifier.
  enum Reader: String, CaseIterable {
    case python, javascript

    /// The command that starts the reader in the top folder of the project.
    var command: [String] {
      switch self {
      case .python: ["python3", "Spec/reader/stele.py", "serve", "--text"]
      case .javascript: ["node", "Sources/stele-cli/View/reader.js", "serve"]
      }
    }

    /// Whether the reader checks and makes the canonical form.
    var hasCanonicalForm: Bool { self == .python }
  }

  struct Verdict: Decodable, Hashable {
    let rule: String
    let offset: Int?
  }

  /// The SHA-256 of a canonical form, or the rule that denies one.
  enum Form: Decodable {
    case digest(String)
    case denied(Verdict)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let digest = try? container.decode(String.self) {
        self = .digest(digest)
      } else {
        self = .denied(try container.decode(Verdict.self))
      }
    }
  }

  struct Answer: Decodable {
    let rule: String?
    let offset: Int?
    let text: String?
    let canonical: Verdict?
    let form: Form?
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  let reader: Reader
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var pending: [UInt8] = []

  /// Starts a reader.
  init(_ reader: Reader) throws {
    self.reader = reader
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = reader.command
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    // A reader that another thread started at the same moment may have inherited the pipe, so that this one never sees its end.
    process.terminate()
    process.waitUntilExit()
  }

  /// What the program makes of an archive.
  func answer(to archive: [UInt8]) throws -> Answer {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: archive.count >> (8 * $0)) }
    try input.fileHandleForWriting.write(contentsOf: Data(length + archive))
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = pending[..<end]
        pending.removeSubrange(...end)
        return try JSONDecoder().decode(Answer.self, from: Data(line))
      }
      // The bytes that are there: reading a whole count would wait for more.
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Failure(description: "the program has ended") }
      pending += bytes
    }
  }
}
