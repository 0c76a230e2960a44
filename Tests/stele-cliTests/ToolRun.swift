import Foundation
import Stele
import SteleFoundation
import Synchronization
import TestSupport

@testable import stele_cli

/// What the tool said and how it ended, run in this process.
struct ToolRun {
  let code: ExitCode
  let bytes: [UInt8]
  let errors: String

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - input: What standard input gives.
  ///   - terminals: What the streams are said to be connected to.
  ///   - limit: How many bytes standard output takes before nobody reads any more.
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
    bytes = output
    errors = said.text
  }

  /// What it said on standard output.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  private final class Said: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  }
}

/// Archives that the tests of the tool look at.
enum Sample {
  /// Two people who are friends; nothing leads to a third.
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
    graph.add(ArchiveObject(entry: person, values: [.string("Ann"), .reference(2)]))
    graph.add(ArchiveObject(entry: person, values: [.string("Bob"), nil]))
    graph.add(ArchiveObject(entry: person, values: [.string("Eve"), .nil]))
    graph.roots = [ArchiveNamedValue("first", .reference(to: "Person"), .reference(1))]
    return graph
  }

  /// The bytes of ``people()``.
  static func bytes() throws -> [UInt8] { try people().encoded() }

  /// The same with a damaged block of objects, and the offset of the field that says so.
  static func damaged() throws -> (bytes: [UInt8], offset: Int) {
    var bytes = try bytes()
    let check = try ArchiveCheck(.memory(bytes), limits: ArchiveLimits())
    let block = check.frames.chunks.first { $0.type == .objects }?.offset ?? 0
    bytes[block + 30] ^= 0xFF
    return (bytes, block + 16)
  }
}
