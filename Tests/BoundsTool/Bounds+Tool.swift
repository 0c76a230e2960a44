import Foundation
import TestSupport

/// A command of the tool that takes foreign bytes.
struct BoundedCommand: Sendable {
  /// The command line, which is its name in reports.
  ///
  /// `FILE` stands for a file, and `FOLDER` for a folder to write to, which has a copy of the file in the folder `archives`.
  let name: String
  /// The kind of the bytes that it takes.
  let kind: Extreme.Kind
  /// How many files it reads.
  let fileCount: Int
  /// The exit codes allowed if content is ordinary.
  let codes: [Int]

  init(_ name: String, _ kind: Extreme.Kind = .archive, fileCount: Int = 1, codes: [Int] = [0]) {
    self.name = name
    self.kind = kind
    self.fileCount = fileCount
    self.codes = codes
  }

  /// All commands.
  static let all: [BoundedCommand] = [
    BoundedCommand("stele verify FILE"),
    BoundedCommand("stele verify --canonical FILE", codes: [0, 1]),
    BoundedCommand("stele verify FOLDER/archives"),
    BoundedCommand("stele dump FILE"),
    BoundedCommand("stele dump --path objects[1] FILE", codes: [0, 1]),
    BoundedCommand("stele schema FILE"),
    BoundedCommand("stele schema --json FILE"),
    // The graph, that of the canonical form, and the one before it in a pass may be there together.
    BoundedCommand("stele digest FILE", fileCount: 3),
    BoundedCommand("stele stats FILE", fileCount: 3),
    BoundedCommand("stele stats --json FILE", fileCount: 3),
    BoundedCommand("stele stats FOLDER/archives", fileCount: 3),
    BoundedCommand("stele schema --swift FILE"),
    BoundedCommand("stele explain FILE"),
    BoundedCommand("stele explain --at 100 FILE"),
    BoundedCommand("stele explain --path objects[1] FILE", codes: [0, 1]),
    BoundedCommand("stele get FILE objects[1] --json --depth 3", codes: [0, 1]),
    BoundedCommand("stele query FILE Node --where a=1", codes: [0, 1]),
    // The class tables of the archive and of its part, and what is known of each object.
    BoundedCommand("stele extract FILE objects[1] -o FOLDER/part", fileCount: 3, codes: [0, 1]),
    // The bytes of both, and the class tables of both and of the merged archive.
    BoundedCommand(
      "stele merge --prefix FILE FOLDER/archives/copy.stele -o FOLDER/merged", fileCount: 6),
    BoundedCommand("stele view FILE -o -"),
    BoundedCommand("stele graph FILE"),
    BoundedCommand("stele graph --object 1 FILE", codes: [0, 1]),
    BoundedCommand("stele graph --path objects[1] FILE", codes: [0, 1]),
    BoundedCommand("stele compat FILE FILE", fileCount: 2),
    BoundedCommand("stele diff FILE FILE", fileCount: 2),
    BoundedCommand("stele diff --path objects[1] FILE FILE", fileCount: 2, codes: [0, 3]),
    BoundedCommand("stele recover FILE -o FOLDER/recovered"),
    // Shared parts of a list are written out, up to 16 times its size (spec §E.5).
    BoundedCommand("stele import FILE -o FOLDER/imported", .keyedArchive, fileCount: 17),
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
    let words = command.name.split(separator: " ").dropFirst().map { word in
      String(word).replacing("FILE", with: file).replacing("FOLDER", with: directory.path(""))
    }
    return [tool] + words
  }
}
