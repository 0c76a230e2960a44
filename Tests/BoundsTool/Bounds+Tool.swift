import Foundation
import TestSupport

/// A command of the tool that takes foreign bytes.
struct BoundedCommand: Sendable {
  /// The name in reports.
  let name: String
  /// The kind of the bytes that it takes.
  let kind: Extreme.Kind
  /// The arguments, for a file and a folder to write to, which has a copy of the file in the folder `archives`.
  let arguments: @Sendable (_ file: String, _ folder: String) -> [String]
  /// How many files it reads.
  var fileCount = 1
  /// The exit codes allowed if content is ordinary.
  var codes = [0]

  /// All commands.
  static let all: [BoundedCommand] = [
    BoundedCommand(name: "stele verify", kind: .archive) { file, _ in ["verify", file] },
    BoundedCommand(
      name: "stele verify --canonical", kind: .archive,
      arguments: { file, _ in ["verify", "--canonical", file] }, codes: [0, 1]),
    BoundedCommand(name: "stele verify FOLDER", kind: .archive) { _, folder in
      ["verify", folder + "/archives"]
    },
    BoundedCommand(name: "stele dump", kind: .archive) { file, _ in ["dump", file] },
    BoundedCommand(
      name: "stele dump --path", kind: .archive,
      arguments: { file, _ in ["dump", "--path", "objects[1]", file] }, codes: [0, 1]),
    BoundedCommand(name: "stele schema", kind: .archive) { file, _ in ["schema", file] },
    BoundedCommand(name: "stele schema --json", kind: .archive) { file, _ in
      ["schema", "--json", file]
    },
    // The graph, that of the canonical form, and the one before it in a pass may be there together.
    BoundedCommand(
      name: "stele digest", kind: .archive, arguments: { file, _ in ["digest", file] }, fileCount: 3
    ),
    BoundedCommand(
      name: "stele stats", kind: .archive, arguments: { file, _ in ["stats", file] }, fileCount: 3),
    BoundedCommand(
      name: "stele stats --json", kind: .archive,
      arguments: { file, _ in ["stats", "--json", file] }, fileCount: 3),
    BoundedCommand(
      name: "stele stats FOLDER", kind: .archive,
      arguments: { _, folder in ["stats", folder + "/archives"] }, fileCount: 3),
    BoundedCommand(name: "stele schema --swift", kind: .archive) { file, _ in
      ["schema", "--swift", file]
    },
    BoundedCommand(name: "stele explain", kind: .archive) { file, _ in ["explain", file] },
    BoundedCommand(name: "stele explain --at", kind: .archive) { file, _ in
      ["explain", "--at", "100", file]
    },
    BoundedCommand(
      name: "stele explain --path", kind: .archive,
      arguments: { file, _ in ["explain", "--path", "objects[1]", file] }, codes: [0, 1]),
    BoundedCommand(
      name: "stele get", kind: .archive,
      arguments: { file, _ in ["get", file, "objects[1]", "--json", "--depth", "3"] },
      codes: [0, 1]),
    BoundedCommand(
      name: "stele query", kind: .archive,
      arguments: { file, _ in ["query", file, "Node", "--where", "a=1"] }, codes: [0, 1]),
    // The class tables of the archive and of its part, and what is known of each object.
    BoundedCommand(
      name: "stele extract", kind: .archive,
      arguments: { file, folder in ["extract", file, "objects[1]", "-o", folder + "/part"] },
      fileCount: 3, codes: [0, 1]),
    // The bytes of both, and the class tables of both and of the merged archive.
    BoundedCommand(
      name: "stele merge", kind: .archive,
      arguments: { file, folder in
        ["merge", "--prefix", file, folder + "/archives/copy.stele", "-o", folder + "/merged"]
      },
      fileCount: 6),
    BoundedCommand(name: "stele view", kind: .archive) { file, _ in ["view", file, "-o", "-"] },
    BoundedCommand(name: "stele graph", kind: .archive) { file, _ in ["graph", file] },
    BoundedCommand(
      name: "stele graph --object", kind: .archive,
      arguments: { file, _ in ["graph", "--object", "1", file] }, codes: [0, 1]),
    BoundedCommand(
      name: "stele graph --path", kind: .archive,
      arguments: { file, _ in ["graph", "--path", "objects[1]", file] }, codes: [0, 1]),
    BoundedCommand(
      name: "stele compat", kind: .archive, arguments: { file, _ in ["compat", file, file] },
      fileCount: 2),
    BoundedCommand(
      name: "stele diff", kind: .archive, arguments: { file, _ in ["diff", file, file] },
      fileCount: 2),
    BoundedCommand(
      name: "stele diff --path", kind: .archive,
      arguments: { file, _ in ["diff", "--path", "objects[1]", file, file] }, fileCount: 2,
      codes: [0, 3]),
    BoundedCommand(name: "stele recover", kind: .archive) { file, folder in
      ["recover", file, "-o", folder + "/recovered"]
    },
    // Shared parts of a list are written out, up to 16 times its size (spec §E.5).
    BoundedCommand(
      name: "stele import", kind: .keyedArchive,
      arguments: { file, folder in ["import", file, "-o", folder + "/imported"] }, fileCount: 17),
  ]
}

extension Bounds {
  /// Runs each command of the tool on an input, and compares its memory with that for a small input.
  mutating func runTool(on family: Extreme) throws {
    let inputs = try ToolInputs(program)
    var peaks: [String: [Int]] = [:]
    var byteCount = 0
    for size in [256, options.byteCount] {
      byteCount = try write(family, ofAbout: size, to: inputs)
      for command in commands(for: family) {
        let child = try child([program, "--child", "peak"] + inputs.line(of: command))
        let words = child.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard child.end == .exited(0), words.count == 2 else { continue }
        peaks[command.name, default: []].append(words[0])
        if family.isOrdinary, !command.codes.contains(words[1]) {
          refuse(family, command.name, "code \(words[1])")
        }
        if words[1] > 6 {
          judge(
            Measured(
              extreme: family.name, call: command.name, byteCount: byteCount,
              outcome: "code \(words[1])", amount: words[0]),
            "ended by signal or with an unknown code", isTooMuch: true)
        }
      }
    }
    for command in commands(for: family) {
      guard let series = peaks[command.name], series.count == 2 else { continue }
      let rise = max(0, series[1] - series[0])
      // Pages of the program that only the larger input touches count here, too.
      let bound = Bound.byteCount(ofInput: command.fileCount * byteCount) + (2 << 20)
      judge(
        Measured(
          extreme: family.name, call: command.name, byteCount: byteCount, outcome: "ended",
          amount: rise),
        "\(rise.grouped) bytes, \(rise / max(1, byteCount)) for each of \(byteCount.grouped)",
        isTooMuch: rise > bound)
    }
  }

  /// Counts the instructions of each command of the tool on inputs of three sizes.
  mutating func countToolWork(on family: Extreme) throws {
    let inputs = try ToolInputs(program)
    var amounts: [String: [Int]] = [:]
    var byteCount = 0
    for size in [1, 2, 4] {
      byteCount = try write(family, ofAbout: size * options.workByteCount, to: inputs)
      for command in commands(for: family) {
        let counter = [
          "valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
          "--log-file=\(inputs.log)",
        ]
        _ = try child(counter + inputs.line(of: command))
        let lines = try String(contentsOfFile: inputs.log, encoding: .utf8).split(separator: "\n")
        let digits = lines.last { $0.contains("refs:") }?.split(separator: ":").last?.filter(
          \.isNumber)
        if let count = digits.flatMap({ Int($0) }) {
          amounts[command.name, default: []].append(count)
        }
      }
    }
    for command in commands(for: family) {
      guard let series = amounts[command.name], series.count == 3 else { continue }
      let exponent = Growth.exponent(series)
      judge(
        Measured(
          extreme: family.name, call: command.name, byteCount: byteCount, outcome: "ended",
          amount: series[2]),
        "\(series.map(\.grouped).joined(separator: ", ")) instructions, exponent \(exponent.tenths)",
        isTooMuch: exponent > Growth.limit)
    }
  }

  /// Writes an input of a family, and returns its size.
  ///
  /// The inputs are made elsewhere, so that this process stays small: the system charges a child with its memory, too.
  private func write(_ family: Extreme, ofAbout size: Int, to inputs: ToolInputs) throws -> Int {
    _ = try child([program, "--child", "write", family.name, inputs.file, "\(size)"])
    return try inputs.copy()
  }

  private func commands(for family: Extreme) -> [BoundedCommand] {
    BoundedCommand.all.filter {
      $0.kind == family.kind && (options.call.isEmpty || $0.name.contains(options.call))
    }
  }

  /// Runs a program without its output, and prints the most memory that it had, in bytes, and its exit code.
  static func sayPeak(of arguments: [String]) throws {
    let run = try ProgramRun(
      URL(fileURLWithPath: arguments[0]), Array(arguments.dropFirst()), keepsOutput: false)
    var usage = rusage()
    #if canImport(Glibc)
      let who = RUSAGE_CHILDREN.rawValue
    #else
      let who = RUSAGE_CHILDREN
    #endif
    // Safe: the pointer lives during the call, which fills one rusage.
    guard unsafe getrusage(who, &usage) == 0 else { return }
    let code =
      switch run.end {
      case .exited(let code): code
      case .signalled(let signal): 128 + signal
      case .tooLate: Int32(128)
      }
    print(Int(usage.ru_maxrss) * 1024, code)
  }
}

/// The file that the commands of the tool read, and the folder that they write to.
private struct ToolInputs {
  private let directory: TemporaryDirectory
  private let tool: String

  /// Makes the folder, for the tool that is next to a program.
  init(_ program: String) throws {
    directory = try TemporaryDirectory()
    tool =
      URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("stele").path
    try FileManager.default.createDirectory(
      atPath: directory.path("archives"), withIntermediateDirectories: true)
  }

  var file: String { directory.path("input") }
  var log: String { directory.path("log") }

  /// Copies the file to the folder of archives, and returns its size.
  func copy() throws -> Int {
    let copy = directory.path("archives/copy.stele")
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: file, toPath: copy)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    return (attributes[.size] as? NSNumber)?.intValue ?? 0
  }

  /// The command line of a command.
  func line(of command: BoundedCommand) -> [String] {
    [tool] + command.arguments(file, directory.path(""))
  }
}
