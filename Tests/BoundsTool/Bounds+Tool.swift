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
      codes: [0, 1]
    ),
    BoundedCommand(
      name: "stele query", kind: .archive,
      arguments: { file, _ in ["query", file, "Node", "--where", "a=1"] }, codes: [0, 1]),
    // The graph, its part, and the bytes of both.
    BoundedCommand(
      name: "stele extract", kind: .archive,
      arguments: { file, folder in ["extract", file, "objects[1]", "-o", folder + "/part"] },
      fileCount: 3, codes: [0, 1]),
    // Two graphs, the merged one, and the bytes of all.
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
    let directory = try TemporaryDirectory()
    let folder = directory.path("")
    let copy = directory.path("archives/copy.stele")
    try FileManager.default.createDirectory(
      atPath: directory.path("archives"), withIntermediateDirectories: true)
    let tool = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent(
      "stele")
    var peaks: [String: [Int]] = [:]
    var byteCount = 0
    for size in [256, options.byteCount] {
      // The inputs are made elsewhere, so that this process stays small: the system charges a child with its memory, too.
      let file = directory.path("input")
      _ = try child([program, "--child", "write", family.name, file, "\(size)"])
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: file, toPath: copy)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      byteCount = (attributes[.size] as? NSNumber)?.intValue ?? 0
      for command in commands(for: family) {
        let arguments = command.arguments(file, folder)
        let child = try child([program, "--child", "peak", tool.path] + arguments)
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
