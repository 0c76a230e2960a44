internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel

/// `stele extract`, which makes an archive from a part of another one.
enum Extract: Command {
  static let name = "extract"
  static let summary = "make an archive of what lies below a root or object"
  static let operands = "[options] FILE PATH -o NEW"
  static let about = """
    Writes an archive whose only root is the value of a path, with the objects that strong
    references reach from it and the classes that they need. Objects that are shared stay shared.
    Weak references to what is left out become nil. The type of the document and the metadata
    stay. The root has the name of the old one if the path is a root, and otherwise "root".

    \(PathText.notation)
    """
  static let options = [Option.output, rootName, .memory]
  static let fine = "the archive was written"
  static let finding = "the file is not a valid archive, or has no such value; no file was written"
  static let examples: KeyValuePairs = [
    "stele extract people.stele 'objects[12]' -o ann.stele":
      "an object and all below it, as an archive"
  ]

  private static let rootName = Option("--name", value: "NAME", "the name of the root")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let operands = try arguments.operands("file", "path")
    let input = Input(operands[0])
    let path = try PathText.path(operands[1])
    let output = try arguments.output()
    let rootName = arguments.value(of: Self.rootName)
    return { console in
      var file = try Output(output, from: input, console)
      try input.readUnchangedArchive(console) { bytes in
        let graph = try StreamedGraph(bytes, limits: console.limits)
        let place = try graph.archive.place(at: path)
        guard let value = place.value else {
          throw ArchivePathFailure(reason: .isNil, path: path.description, suggestion: nil)
        }
        var name = rootName ?? SteleEncoder.rootName
        if rootName == nil, case .name(let root) = path.start, path.steps.isEmpty { name = root }
        let part = try graph.extracting(ArchiveNamedValue(name, place.type, value))
        console.progress("writing \(part.objectCount.of("object"))")
        try part.write(to: &file)
      }
      try file.commit()
    }
  }
}
