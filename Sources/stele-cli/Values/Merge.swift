internal import Foundation
internal import Stele
internal import SteleFoundation
internal import SteleModel

/// `stele merge`, which makes one archive from several.
enum Merge: Command {
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
    the usual name, root, is home. --name gives the roots of one file another prefix, as files of
    one name in several folders need.
    """
  static let options = [Option.output, prefix, names, .memory]
  static let fine = "the archive was written"
  static let finding =
    "a file is not a valid archive, or two do not go together; no file was written"
  static let examples: KeyValuePairs = [
    "stele merge --prefix ann.stele bob.stele -o people.stele":
      "two documents as one, with the roots ann and bob",
    "stele merge may/a.stele june/a.stele --name may/a.stele=may --name june/a.stele=june -o a.stele":
      "two documents of one name",
  ]

  private static let prefix = Option("--prefix", "name the roots after their files")

  private static let names = Option(
    "--name", value: "FILE=PREFIX", isRepeatable: true, "name the roots of one file after PREFIX")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let inputs = arguments.operands.map { Input($0) }
    guard !inputs.isEmpty else { throw UsageError("file is missing") }
    guard inputs.count(where: \.isStandardInput) < 2 else {
      throw UsageError("- can be one of the files only once")
    }
    let output = try arguments.output()
    // By the name of the file on the command line.
    var prefixes: [ExactString: String] = [:]
    if arguments.has(Self.prefix) {
      for input in inputs { prefixes[ExactString(input.name)] = input.stem }
    }
    for name in arguments.values(of: Self.names) {
      // File names may also contain equals signs.
      guard let index = name.lastIndex(of: "="), index < name.index(before: name.endIndex),
        let input = inputs.first(where: { $0.name.isExactly(String(name[..<index])) })
      else {
        throw UsageError(
          "--name needs FILE=PREFIX with one of the files, not \(name.shortened())")
      }
      prefixes[ExactString(input.name)] = String(name[name.index(after: index)...])
    }
    return { console in
      for input in inputs { try Output.check(output, from: input) }
      var file = try Output(output, from: nil, console)
      var merged: StreamedGraph?
      var owners: [ExactString: Input] = [:]
      for input in inputs {
        console.progress("reading \(input.title)")
        let bytes = try input.bytes(console)
        try Refusal.of(input) {
          var graph = try StreamedGraph(.memory(bytes), limits: console.limits) {
            Refusal.named($0, input)
          }
          let prefix = prefixes[ExactString(input.name)]
          let roots = graph.content.roots.indices
          if let prefix { for index in roots { graph.content.roots[index].add(prefix) } }
          for root in graph.content.roots {
            if let other = owners.updateValue(input, forKey: ExactString(root.name)) {
              let advice =
                prefix == nil
                ? "--prefix names roots after their files"
                : "--name FILE=PREFIX names the roots of one file"
              throw Refusal("it has a root \(root.name.quoted), as \(other.title) has; \(advice)")
            }
          }
          if merged == nil { merged = graph } else { try merged?.merge(graph) }
        }
      }
      console.progress("writing \((merged?.objectCount ?? 0).of("object"))")
      try merged?.write(to: &file)
      try file.commit()
    }
  }
}

extension Input {
  /// The name without folders and extension.
  fileprivate var stem: String {
    isStandardInput
      ? "input" : URL(filePath: name).deletingPathExtension().lastPathComponent
  }
}

extension ArchiveNamedValue {
  fileprivate mutating func add(_ prefix: String) {
    name = name.isExactly(SteleEncoder.rootName) ? prefix : "\(prefix)-\(name)"
  }
}
