/// The parts of key paths such as `root.people[3].name`, as errors and reports show them; `ArchivePath` of `SteleModel` parses them.
///
/// Names come from archives, so long ones are cut: their paths are still paths, and lead nowhere.
package enum KeyPathText {
  /// Returns a name, in quotation marks if it needs them.
  package static func name(_ name: String) -> String {
    wholeName(name.shortened())
  }

  /// Returns the beginning of a path at a root, or at the objects of a class.
  package static func root(_ name: String) -> String {
    wholeRoot(name.shortened())
  }

  /// Returns the beginning of a path at a metadata item.
  package static func item(_ name: String) -> String { "metadata." + Self.name(name) }

  /// Returns the beginning of a path at an object, with the name of its class if that is known.
  package static func object(_ number: Int, ofClass name: String? = nil) -> String {
    wholeKeyPath(name.map(root), object: number) ?? ""
  }

  /// Returns the step to a key, such as `.name`, or `.Pet::name` for a key of which another level has one of the same name.
  package static func key(_ name: String, ofClass level: String? = nil) -> String {
    "." + (level.map { Self.name($0) + "::" } ?? "") + Self.name(name)
  }

  /// Returns the step to an element.
  package static func element(_ index: Int) -> String { "[" + String(index) + "]" }

  /// Returns the steps to a part of a map, whose keys and values are counted in turn.
  package static func mapPart(_ part: Int) -> String {
    "[\(part / 2)].\(part % 2 == 0 ? "key" : "value")"
  }

  /// Returns the step to the value of a key of a map, by the text of the key.
  package static func mapKey(_ text: String) -> String { "{\(name(text))}" }

  /// Returns a path that goes on with steps, whose first one has no dot before it if it is a key.
  package static func path(_ start: String, _ steps: String) -> String {
    let isKey = !steps.isEmpty && !steps.hasPrefix("[") && !steps.hasPrefix("{")
    return start + (isKey && !start.isEmpty ? "." : "") + steps
  }

  /// Returns a name of any length, in quotation marks if it needs them.
  package static func wholeName(_ name: String) -> String {
    !name.isEmpty && name.unicodeScalars.allSatisfy(\.isPlainInPaths) ? name : quoted(name)
  }

  /// Returns the name of a root or class of any length at the beginning of a path.
  package static func wholeRoot(_ name: String) -> String {
    // These words begin paths, and are no names of roots without quotation marks.
    name == "objects" || name == "metadata" ? quoted(name) : wholeName(name)
  }

  private static func quoted(_ name: String) -> String { "\"\(name.escaped)\"" }
}

extension Unicode.Scalar {
  /// Whether a name with the character needs no quotation marks in a path.
  package var isPlainInPaths: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    case "\u{0}"..."\u{7F}": false
    default: (properties.isAlphabetic || properties.numericType != nil) && !isUnseen
    }
  }
}
