internal import Stele

/// A key path: the way to a value of an archive, through roots, objects, keys and elements.
///
///     root.people[3].name          the root "root", its key people, element 3 of a list, its key name
///     objects[12].Person.name      the key name of object 12; the class may be left out
///     Person.name                  the key name of every object of the class Person, if no root has that name
///     metadata.title               an item of the metadata
///     root."first name"            a name in quotation marks, with the escapes \", \\, \n, \r, \t and \u{...}
///     root.ages{Ann}               the value of the key "Ann" of a map; {5}, {true} and {"a b"} likewise
///     root.ages[2].key             the key of a pair of a map, by the position of the pair; or its value
///     root.pet.Pet::name           the key of the class Pet, where a subclass has one of the same name
///
/// Positions are counted from 0, in the order of the file, and numbers of objects from 1. References, optionals and
/// `any` values take no step: the next one leads into their target or content. The payload of an enum has its keys, before
/// which its case may be named. A name needs no quotation marks if it consists of letters, digits, `_` and `-`; a root named
/// `objects` or `metadata` needs them.
///
/// ``description`` and ``init(_:)`` are inverse.
public struct ArchivePath: Sendable {
  /// The beginning of a path.
  @nonexhaustive
  public enum Start: Sendable {
    /// A root or, if no root has the name, all objects of a class and its subclasses.
    case name(String)
    /// An item of the metadata.
    case metadata(String)
    /// An object, by its number.
    case object(Int)
  }

  /// A step from a value to one in it.
  @nonexhaustive
  public enum Step: Sendable {
    /// The value of a key of an object, struct or enum, of the class of a name if there is one.
    ///
    /// The first step after an object may be the name of its class, and leads nowhere. On a pair of a map, the keys
    /// `key` and `value` are its parts.
    case key(String, ofClass: String? = nil)
    /// An element of a list or set, or a pair of a map, by its position.
    case index(Int)
    /// The value of a key of a map, by the text of the key.
    case mapKey(String)
  }

  /// The beginning.
  public var start: Start
  /// The steps.
  public var steps: [Step]

  /// Makes a path.
  public init(_ start: Start, _ steps: [Step] = []) {
    self.start = start
    self.steps = steps
  }

  /// Parses a path.
  ///
  /// - Parameter text: The text of a path, as ``description`` writes it.
  /// - Throws: The position at which the text is not a path.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: String) throws(ArchivePathError) {
    var parser = ArchivePathParser(text)
    (start, steps) = try parser.path()
  }
}

/// The error of a text that is not a path.
public struct ArchivePathError: Error, Hashable, Sendable {
  /// The position of the error, in Unicode scalars from the beginning of the text.
  public let offset: Int
  /// The text that should be there, for people.
  public let expected: String

  package init(offset: Int, expected: String) {
    (self.offset, self.expected) = (offset, expected)
  }
}

extension ArchivePathError: CustomStringConvertible {
  /// A sentence with the position and the reason.
  public var description: String { "\(expected) should be at character \(offset + 1) of the path" }
}

extension ArchivePath: CustomStringConvertible {
  /// The text of the path, from which ``init(_:)`` makes it again.
  public var description: String {
    var text =
      switch start {
      case .name(let name): KeyPathText.wholeRoot(name)
      case .metadata(let name): "metadata." + KeyPathText.wholeName(name)
      case .object(let number): "objects[\(number)]"
      }
    for step in steps { text += step.description }
    return text
  }
}

extension ArchivePath.Step: CustomStringConvertible {
  /// The text of the step, such as `.name` or `[3]`.
  public var description: String {
    switch self {
    case .key(let name, nil): "." + KeyPathText.wholeName(name)
    case .key(let name, let level?):
      "." + KeyPathText.wholeName(level) + "::" + KeyPathText.wholeName(name)
    case .index(let index): "[\(index)]"
    case .mapKey(let text): "{\(KeyPathText.wholeName(text))}"
    }
  }
}

extension ArchivePath: Hashable {
  /// Compares the texts by their bytes.
  public static func == (left: ArchivePath, right: ArchivePath) -> Bool {
    left.description.isExactly(right.description)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

/// A parser of the text of a path.
private struct ArchivePathParser {
  private let scalars: [Unicode.Scalar]
  private var offset = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(ArchivePathError) {
    guard take(scalar) else { throw error("\"\(scalar)\"") }
  }

  private func error(_ expected: String) -> ArchivePathError {
    ArchivePathError(offset: offset, expected: expected)
  }

  mutating func path() throws(ArchivePathError) -> (ArchivePath.Start, [ArchivePath.Step]) {
    let isQuoted = next == "\""
    let name = try name("a root, a class, objects[number] or metadata")
    let start: ArchivePath.Start
    if !isQuoted, name == "objects", take("[") {
      start = .object(try number(from: 1))
      try expect("]")
    } else if !isQuoted, name == "metadata" {
      try expect(".")
      start = .metadata(try self.name("the name of an item"))
    } else {
      start = .name(name)
    }
    var steps: [ArchivePath.Step] = []
    while next != nil { steps.append(try step()) }
    return (start, steps)
  }

  /// Parses the steps of a path without its beginning, whose first step is a key without its dot.
  mutating func relativeSteps() throws(ArchivePathError) -> [ArchivePath.Step] {
    var steps: [ArchivePath.Step] = []
    if next != "[", next != "{", next != "." { steps.append(try key()) }
    while next != nil { steps.append(try step()) }
    return steps
  }

  private mutating func step() throws(ArchivePathError) -> ArchivePath.Step {
    if take(".") { return try key() }
    if take("[") {
      let index = try number(from: 0)
      try expect("]")
      return .index(index)
    }
    guard take("{") else { throw error("\".\", \"[\" or \"{\"") }
    let text = try name("the key of a map")
    try expect("}")
    return .mapKey(text)
  }

  private mutating func key() throws(ArchivePathError) -> ArchivePath.Step {
    let name = try name("the name of a key")
    guard take(":") else { return .key(name) }
    try expect(":")
    return .key(try self.name("the name of a key"), ofClass: name)
  }

  private mutating func number(from least: Int) throws(ArchivePathError) -> Int {
    let start = offset
    while let scalar = next, ("0"..."9").contains(scalar) { offset += 1 }
    var digits = ""
    digits.unicodeScalars.append(contentsOf: scalars[start..<offset])
    guard let number = Int(digits), number >= least else {
      offset = start
      throw error("a number of at least \(least)")
    }
    return number
  }

  private mutating func name(_ what: String) throws(ArchivePathError) -> String {
    var name = ""
    guard take("\"") else {
      while let scalar = next, scalar.isPlainInPaths {
        name.unicodeScalars.append(scalar)
        offset += 1
      }
      guard !name.isEmpty else { throw error(what) }
      return name
    }
    while !take("\"") {
      guard let scalar = next else { throw error("a quotation mark") }
      offset += 1
      name.unicodeScalars.append(scalar == "\\" ? try escaped() : scalar)
    }
    return name
  }

  private mutating func escaped() throws(ArchivePathError) -> Unicode.Scalar {
    guard let letter = next, "\"\\nrtu".unicodeScalars.contains(letter) else {
      throw error("\", \\, n, r, t or u{...}")
    }
    offset += 1
    switch letter {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try codePoint()
    default: return letter
    }
  }

  private mutating func codePoint() throws(ArchivePathError) -> Unicode.Scalar {
    try expect("{")
    let start = offset
    while let scalar = next, scalar.properties.isASCIIHexDigit, offset - start < 8 { offset += 1 }
    var digits = ""
    digits.unicodeScalars.append(contentsOf: scalars[start..<offset])
    guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
      offset = start
      throw error("the number of a character")
    }
    try expect("}")
    return scalar
  }
}

extension ArchivePath {
  /// Parses the steps from an object or value, such as `name`, `pets[0].name` or `[2]`.
  ///
  /// - Throws: The position at which the text is not one of steps.
  public static func steps(_ text: String) throws(ArchivePathError) -> [Step] {
    var parser = ArchivePathParser(text)
    return try parser.relativeSteps()
  }
}
