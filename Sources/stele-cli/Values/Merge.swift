internal import Foundation
internal import Stele
internal import SteleFoundation

/// `stele merge`, which makes one archive of several.
struct Merge: Command {
  static let name = "merge"
  static let summary = "make one archive of the objects and roots of several"
  static let operands = "[options] FILE... -o NEW"
  static let about = """
    Writes an archive with the objects, roots and metadata of all files, in their order. Objects
    that are shared in a file stay shared, and objects of different files stay different, however
    equal they are. Classes, structs and enums that are described alike in several files are
    described once; otherwise the archive has all descriptions, as if several versions of a program
    had written it. The type of the document and the writer are those of the first file.

    No two files may have a root of the same name, or metadata of one name that differs; with
    --prefix, roots are named after their files: root pets of home.stele is home-pets, and one with
    the usual name, root, is home.
    """
  static let options = [Option.output, prefix, .memory]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the archive was written"),
    (
      .finding,
      "a file is not a valid archive, or two do not go together; nothing was written"
    ),
  ]
  static let examples = [
    Example(
      "stele merge --prefix ann.stele bob.stele -o people.stele",
      "two documents as one, with the roots ann and bob")
  ]

  private static let prefix = Option("--prefix", "name the roots after their files")

  private let inputs: [Input]
  private let output: Argument
  private let hasPrefix: Bool
  private let limits: ArchiveLimits

  init(_ arguments: Arguments) throws(UsageError) {
    inputs = arguments.operands.map { Input($0) }
    guard !inputs.isEmpty else { throw UsageError("file is missing") }
    guard inputs.count(where: \.isStandardInput) < 2 else {
      throw UsageError("- can be one of the files only once")
    }
    output = try arguments.output()
    hasPrefix = arguments.has(Self.prefix)
    limits = try arguments.limits()
  }

  func run(_ console: Console) throws -> ExitCode {
    for input in inputs { try Output.check(output, from: input) }
    let file = try Output(output, from: nil, console)
    var merged = ArchiveGraph()
    var owners: [ExactString: Input] = [:]
    for input in inputs {
      console.progress("reading \(input.title)")
      let bytes = try input.bytes(console)
      try Refusal.of(input) {
        var graph = try ArchiveGraph(bytes, limits: limits)
        if hasPrefix { name(&graph.roots, after: input) }
        for root in graph.roots {
          if let other = owners.updateValue(input, forKey: ExactString(root.name)) {
            throw SharedRoot(name: root.name, other: other, isPrefixed: hasPrefix)
          }
        }
        try merged.merge(graph)
      }
    }
    console.progress("writing \(merged.objects.count.of("object"))")
    try file.write(merged)
    try file.commit()
    return .fine
  }

  private func name(_ roots: inout [ArchiveNamedValue], after input: Input) {
    let file = URL(filePath: input.name).deletingPathExtension().lastPathComponent
    let prefix = input.isStandardInput ? "input" : file
    for index in roots.indices {
      let name = roots[index].name
      roots[index].name = name.isExactly(SteleEncoder.rootName) ? prefix : "\(prefix)-\(name)"
    }
  }

  /// Two files have a root of the same name.
  private struct SharedRoot: Error, CustomStringConvertible {
    let name: String
    let other: Input
    let isPrefixed: Bool

    var description: String {
      "it has a root \(name.quoted), as \(other.title) has"
        + (isPrefixed ? "" : "; --prefix names roots after their files")
    }
  }
}
