internal import Stele
internal import SteleInspection
internal import SteleModel
internal import SteleTool

/// The part of an archive to which `--object`, `--root` or `--path` limits a command.
enum Selection {
  case object(Int)
  case root(String)
  case path(ArchivePath)

  /// Returns the three options, with their effects.
  static func options(object: String, root: String, path: String) -> [Option] {
    [Option("--object", value: "N", object), Option("--root", value: "NAME", root), .path(path)]
  }

  /// Takes the value of the first option that is given; nil if none is given.
  init?(_ arguments: Arguments, _ options: [Option]) throws(UsageError) {
    let number = try arguments.number(of: options[0], from: 1)
    let path = try arguments.path(of: options[2])
    let root = arguments.value(of: options[1])
    let selections = [
      number.map(Selection.object), root.map(Selection.root), path.map(Selection.path),
    ]
    guard let first = selections.compactMap(\.self).first else { return nil }
    self = first
  }
}

extension ArchiveReader {
  /// Returns the selected object, by its number, or the selected value.
  ///
  /// - Throws: ``Refusal`` or `ArchivePathFailure` if the archive does not have it, or the broken rule.
  func center(of selection: Selection) throws -> Neighbourhood.Center {
    switch selection {
    case .object(let number):
      guard number <= objectCount else {
        throw Refusal("there is no object \(number) among \(objectCount.of("object"))")
      }
      return .object(number)
    case .root(let name):
      guard let root = try root(name) else {
        throw Refusal(missingRoot: name, among: try roots().map(\.name))
      }
      return .value(root, isRoot: true)
    case .path(let path):
      let place = try place(at: path)
      if let number = place.objectNumber { return .object(number) }
      return .value(
        ArchiveNamedValue(path.description, place.type, place.value ?? .nil), isRoot: false)
    }
  }
}
