internal import Stele
internal import SteleFoundation
import SteleInspection

/// `stele recover`, which makes a valid archive from the undamaged content of a damaged one.
enum Recover: Command {
  static let name = "recover"
  static let summary = "save what can be saved from a damaged archive"
  static let operands = "[options] FILE -o NEW"
  static let about = """
    Checks each chunk of FILE by itself, writes what is left as a new archive, and says what was
    lost. One damaged block costs only its own objects, and the objects are numbered anew. The
    program that wrote FILE can load the result: lost elements are left out of lists, sets and maps,
    other lost references become nil, and an object that cannot do without one is dropped. A byte
    that has changed, is missing or is too many is repaired if its chunk has at most 16 KiB, a
    changed bit if it has at most 96 KiB. If FILE has several archives, one after the other or over
    the rest of another, the first is saved, or that of --archive. FILE is not changed. When nothing
    is left, nothing is written.
    """
  static let options = [Option.output, archive, unchecked, classes, keepNil, .memory, .json]
  static let fine = "all objects, roots and metadata were saved"
  static let finding = "the new archive could not be made"
  static let otherExitCodes: [(ExitCode, String)] = [
    (.partial, "some was saved"),
    (.nothing, "nothing was saved, and nothing written"),
  ]
  static let examples: KeyValuePairs = [
    "stele recover damaged.stele -o rescued.stele": "what is intact, as a new archive",
    "stele recover damaged.stele --classes older.stele -o rescued.stele":
      "with the class table of another archive of the program",
  ]

  private static let archive = Option(
    "--archive", value: "N", "save archive N of a file with several, counted from 1")
  private static let unchecked = Option(
    "--unchecked", "save valid objects of damaged blocks; some values may be wrong")
  private static let classes = Option(
    "--classes", value: "FILE",
    "an archive of the same program, for a lost class table")

  private static let keepNil = Option(
    "--keep-nil", "make lost references nil where the program needs a value, too")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let output = try arguments.output()
    let otherInput = arguments.argument(of: Self.classes).map(Input.init)
    let archive = try arguments.number(of: Self.archive, from: 1)
    let savesUnchecked = arguments.has(Self.unchecked)
    let keepsNil = arguments.has(Self.keepNil)
    guard otherInput?.isStandardInput != true else {
      throw UsageError("only FILE can be standard input")
    }
    guard output.text != "-" else {
      throw UsageError("standard output is for the report; write the archive to a file")
    }
    return { console in
      for file in [input, otherInput] { try Output.check(output, from: file) }
      console.progress("recovering \(input.title)")
      var options = RecoveryOptions()
      (options.limits, options.archive) = (console.limits, archive)
      options.savesUnchecked = savesUnchecked
      options.keepsNil = keepsNil
      options.otherClasses = try otherInput?.bytes(console)
      let salvage = Salvage(try input.bytes(console), options: options) { count in
        console.progress("recovering \(input.title): \(count.of("object")) read")
      }
      let report = salvage.report
      if let archive, archive > report.archives.count {
        throw Refusal(
          "there is no archive \(archive) among \(report.archives.count.of("archive"))",
          name: input.title)
      }
      if report.outcome != .nothing {
        var file = try Output(output, from: input, console)
        try Refusal.of(input) { try salvage.write(to: &file) }
        try file.commit()
      }
      console.verdict = report.outcome.exitCode
      try console.report(
        report.document(output: report.outcome == .nothing ? nil : output),
        report.lines(savesUnchecked: savesUnchecked))
    }
  }
}

extension RecoveryReport.Outcome {
  fileprivate var exitCode: ExitCode {
    switch self {
    case .complete: .fine
    case .partial: .partial
    case .nothing: .nothing
    }
  }
}
