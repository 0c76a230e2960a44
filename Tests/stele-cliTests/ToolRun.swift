import Foundation
import Stele
import SteleFoundation
import SteleModel
import Synchronization
import TestSupport
import Testing

@testable import stele_cli

/// The output and exit code of the tool, run in this process.
struct ToolRun {
  let code: ExitCode
  let bytes: [UInt8]
  let errors: String
  /// The name of the command, if there is one of the name.
  private let command: String?

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - input: The content of standard input.
  ///   - terminals: The simulated connections of the streams.
  ///   - limit: The number of bytes that standard output accepts before its reader goes away.
  init(
    _ arguments: [String], input: [UInt8] = [], terminals: Console.Terminals = .init(),
    limit: Int = .max
  ) {
    var output: [UInt8] = []
    let said = Said()
    let console = Console(
      terminals: terminals, input: { input },
      output: { (bytes) throws(FileError) in
        guard output.count + bytes.count <= limit else {
          throw FileError(.write, "standard output", code: EPIPE)
        }
        output += bytes
      }, errors: { said.add($0) })
    code = Tool.run(arguments.map(Argument.init), console)
    command = Tool.commands.map { $0.name }.first { $0 == arguments.first }
    bytes = output
    errors = said.text
  }

  /// Expects an exit code, and one line on standard error.
  ///
  /// - Parameters:
  ///   - code: The exit code.
  ///   - reason: The line, after the name of what is at fault, or before the command that helps.
  ///   - input: What has the finding.
  ///   - sourceLocation: Where the test is.
  func expectRefusal(
    _ code: ExitCode, _ reason: String, of input: String = "standard input",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let line =
      switch code {
      case .usage: "\(reason) (see stele \(command.map { "\($0) " } ?? "")--help)"
      case .finding: "\(input): \(reason)"
      default: reason
      }
    #expect(self.code == code, sourceLocation: sourceLocation)
    #expect(errors == "stele: \(line)\n", sourceLocation: sourceLocation)
  }

  /// The text on standard output.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  private final class Said: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  }
}

extension Console.Terminals {
  /// Standard output is a terminal.
  static var output: Self {
    var terminals = Self()
    terminals.isOutput = true
    return terminals
  }
}

/// Archives for the tests of the tool.
enum Sample {
  /// Returns a graph of two people who are friends, and a third to whom no reference leads.
  static func people() -> ArchiveGraph {
    var graph = ArchiveGraph()
    graph.writer = "test"
    let person = graph.classes.define(
      .class(
        "Person", version: 2,
        keys: [
          ArchiveKey("name", .string),
          ArchiveKey("friend", .optional(.reference(to: "Person")), since: 2, presence: .optional),
          ArchiveKey("size", .int32, presence: .retired),
        ]))
    graph.add(person, .string("Ann"), .reference(2))
    graph.add(person, .string("Bob"), nil)
    graph.add(person, .string("Eve"), .nil)
    graph.roots = [ArchiveNamedValue("first", .reference(to: "Person"), .reference(1))]
    return graph
  }

  /// Returns the bytes of ``people()``.
  static func bytes() throws -> [UInt8] { try people().encoded() }

  /// Returns these bytes with a damaged block of objects, and the offset of the payload check that detects the damage.
  static func damaged() throws -> (bytes: [UInt8], offset: Int) {
    var bytes = try bytes()
    let check = try ArchiveCheck(.memory(bytes), limits: ArchiveLimits())
    let block = check.frames.chunks.first { $0.type == .objects }?.offset ?? 0
    bytes[block + 30] ^= 0xFF
    return (bytes, block + 16)
  }
}
