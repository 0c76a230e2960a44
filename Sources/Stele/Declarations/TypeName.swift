/// The name of a type in the Swift runtime, for comparisons within one process.
///
/// The names of private and local types contain addresses, so they are never written.
package struct TypeName {
  private let qualified: Substring

  /// Makes the full name of a type.
  // The optimiser spells the names of private types differently from the runtime; all names must come from one of the two
  // so that they can be prefixes of each other.
  @inline(never)
  init(_ type: Any.Type) {
    var name = _typeName(type, qualified: true)[...]
    // The place of a type matters, not the module of the extension that declares it.
    while name.hasPrefix("(extension in "), let end = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
      name = name[name.utf8.index(after: end)...]
    }
    qualified = name
  }

  var byteCount: Int { qualified.utf8.count }

  /// Returns whether a type is declared in another one, at any level.
  func isNested(in other: TypeName) -> Bool {
    let bytes = qualified.utf8
    let rest = bytes.dropFirst(other.byteCount)
    return rest.first == UInt8(ascii: ".") && bytes.starts(with: other.qualified.utf8)
  }

  /// The name of the type in which this one is nested, unless that is the module.
  var enclosing: Substring? {
    var name = qualified
    repeat {
      var depth = 0
      let dot = name.utf8.lastIndex { byte in
        if byte == UInt8(ascii: ">") || byte == UInt8(ascii: ")") { depth += 1 }
        if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "(") { depth -= 1 }
        return byte == UInt8(ascii: ".") && depth == 0
      }
      guard let dot else { return nil }
      name = name[..<dot]
      // A private type has its own context.
    } while name.hasSuffix(")")
    return name.utf8.contains(UInt8(ascii: ".")) ? name : nil
  }

  /// Returns the type of a name, if it is neither private nor local.
  ///
  /// The runtime searches all types of the program.
  package static func type(named name: Substring) -> Any.Type? { RuntimeName.type(named: name) }

  func isNamed(_ name: Substring) -> Bool { qualified == name }

  /// Whether the type, an enclosing type or a generic argument is private, or local to a function.
  ///
  /// A program may have many of these types with the same name.
  var isHidden: Bool {
    let bytes = Array(qualified.utf8)
    return bytes.contains("(unknown context at ".utf8)
      || bytes.contains(" in _".utf8, unlessAfter: "(extension".utf8)
  }

  /// Returns the default name of a type in archives: its path within its module, with the names that generic arguments
  /// declare; for a private or local type its name alone.
  static func inArchives(_ type: Any.Type) -> String {
    let name = TypeName(type)
    return name.isHidden ? short(type) : RuntimeName.path(name.qualified, isInArchives: true)
  }

  /// Returns the name of a type in source code, for the advice of errors.
  static func inSource(_ type: Any.Type) -> String {
    let name = TypeName(type)
    return name.isHidden ? short(type) : RuntimeName.path(name.qualified, isInArchives: false)
  }

  /// Returns the class of a path in the module of a type, for the texts of errors.
  static func classNamed(_ path: String, inModuleOf type: Any.Type) -> AnyClass? {
    guard path.utf8.count < 256,
      let module = TypeName(type).qualified.split(separator: ".").first
    else { return nil }
    return RuntimeName.type(named: "\(module).\(path)") as? AnyClass
  }

  /// Returns the name without module and enclosing types, which contains no addresses.
  @inline(never)
  static func short(_ type: Any.Type) -> String { _typeName(type, qualified: false) }
}

extension [UInt8] {
  /// Returns whether a pattern occurs, except directly after another one.
  fileprivate func contains(
    _ pattern: String.UTF8View, unlessAfter excluded: String.UTF8View? = nil
  ) -> Bool {
    indices.contains { start in
      self[start...].starts(with: pattern)
        && !(excluded.map { self[..<start].suffix($0.count).elementsEqual($0) } ?? false)
    }
  }
}

/// A parser of the names of types in the Swift runtime, such as `Shop.Basket<Shop.Sidebar.Item>`.
///
/// It finds the path of a type within its module, and the types of its generic arguments:
///
///     Shop.Basket<Shop.Sidebar.Item>     path "Basket<Sidebar.Item>", in archives "Basket<Foo>" if the item declares "Foo"
///
/// Only generic arguments, which may declare their names, are looked up.
private struct RuntimeName {
  private struct Part {
    /// The text in archives.
    var text: String
    /// The type, if the runtime finds it by its name.
    var type: Any.Type?
    /// The name of the type for look-ups by the runtime.
    var mangled: String?
  }

  /// The greatest nesting of types in a name that is looked up.
  private static let depthLimit = 8

  private let bytes: [UInt8]
  /// Whether generic arguments appear in the name with the archive names that they declare.
  private let isInArchives: Bool
  private var position = 0
  /// Whether types are looked up, as the types of generic arguments are.
  private var looksUp: Bool

  private init(_ name: some StringProtocol, isInArchives: Bool, looksUp: Bool = false) {
    bytes = Array(name.utf8)
    self.isInArchives = isInArchives
    self.looksUp = looksUp
  }

  /// Returns the path of a type within its module, in archives with the names that generic arguments declare; the type is
  /// neither private nor local.
  fileprivate static func path(_ name: some StringProtocol, isInArchives: Bool) -> String {
    var parser = RuntimeName(name, isInArchives: isInArchives)
    var text = parser.type(isArgument: false).text
    while parser.position < parser.bytes.count { text += parser.piece().text }
    return text
  }

  /// Returns the type of a qualified name, or nil if it is not found, or is, or has an argument that is, private or local.
  fileprivate static func type(named name: some StringProtocol) -> Any.Type? {
    var parser = RuntimeName(name, isInArchives: false, looksUp: true)
    let type = parser.type(isArgument: false).type
    return parser.position == parser.bytes.count ? type : nil
  }

  // MARK: Parts

  /// Reads a type, or a word of one that is not nominal, such as `any`.
  private mutating func type(isArgument: Bool) -> Part {
    let isExtension = skipExtension()
    let module = word()
    guard !isExtension, module != "Any", module != "Self", peek == UInt8(ascii: ".") else {
      return member(of: module, isExtension)
    }
    var prefix = looksUp ? Self.mangled(module) : nil
    var (arguments, hasArguments) = ("", false)
    var result = Part(text: "")
    for depth in 0... {
      guard peek == UInt8(ascii: ".") else { break }
      position += 1
      let name = word()
      result.text = depth == 0 ? name : "\(result.text).\(name)"
      var isKnown = depth < Self.depthLimit && prefix != nil
      if peek == UInt8(ascii: "<") {
        let list = self.arguments()
        result.text += list.text
        hasArguments = true
        if let mangled = list.mangled { arguments += mangled } else { isKnown = false }
      }
      (prefix, result.type) =
        isKnown
        ? Self.find(name, in: prefix ?? "", hasArguments ? "y\(arguments)G" : "") : (nil, nil)
      result.mangled = prefix.map { hasArguments ? "\($0)y\(arguments)G" : $0 }
      arguments += "_"
    }
    if isArgument, isInArchives,
      let declared = (result.type as? any ArchiveDeclaring.Type)?.archiveClass
    {
      result.text = declared.name
    }
    return result
  }

  /// Reads the rest of a name that is not looked up.
  private mutating func member(of word: String, _ isExtension: Bool) -> Part {
    var text = word
    if isExtension, peek == UInt8(ascii: ".") {
      position += 1
      text = self.word()
    }
    while peek == UInt8(ascii: "<") || peek == UInt8(ascii: ".") {
      if peek == UInt8(ascii: "<") {
        text += arguments().text
      } else {
        position += 1
        text += "." + self.word()
      }
    }
    return Part(text: text)
  }

  /// Reads generic arguments with their brackets.
  private mutating func arguments() -> (text: String, mangled: String?) {
    let isOuter = looksUp
    looksUp = isOuter || isInArchives
    defer { looksUp = isOuter }
    position += 1
    var text = "<"
    var mangled: String? = ""
    while let byte = peek, byte != UInt8(ascii: ">") {
      if bytes[position...].starts(with: ", ".utf8) {
        position += 2
        text += ", "
        continue
      }
      let part = piece()
      text += part.text
      mangled = mangled.flatMap { all in part.mangled.map { all + $0 } }
    }
    position += 1
    return (text + ">", mangled)
  }

  /// Reads a type, or characters that belong to none.
  private mutating func piece() -> Part {
    if bytes[position...].starts(with: "->".utf8) {
      position += 2
      return Part(text: "->")
    }
    if let byte = peek, Self.isWord(byte) || bytes[position...].starts(with: "(extension in ".utf8)
    {
      return type(isArgument: true)
    }
    position += 1
    return Part(text: String(decoding: bytes[position - 1..<position], as: UTF8.self))
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Reads a name, which is quoted if it is not plain.
  private mutating func word() -> String {
    let quote = UInt8(ascii: "`")
    let start = position
    if peek == quote, let end = bytes[(position + 1)...].firstIndex(of: quote) {
      position = end + 1
    } else {
      while let byte = peek, Self.isWord(byte) { position += 1 }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    !" ,.<>(){}[]&:=@-".utf8.contains(byte)
  }

  /// Skips the module of an extension before the name of a type that is declared in it.
  private mutating func skipExtension() -> Bool {
    guard bytes[position...].starts(with: "(extension in ".utf8),
      let end = bytes[position...].firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    position = end + 1
    return true
  }

  // MARK: Types

  /// Returns a word in mangled form, or nil if it is not a plain identifier.
  private static func mangled(_ word: String) -> String? {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, word.utf8.first.map({ $0 > UInt8(ascii: "9") }) ?? false else { return nil }
    switch word {
    case "Swift": return "s"
    case "__C": return "So"
    default: return "\(word.utf8.count)\(word)"
    }
  }

  /// Returns the class, struct or enum of a name in another type or module.
  private static func find(
    _ name: String, in prefix: String, _ arguments: String
  ) -> (mangled: String?, type: Any.Type?) {
    guard let name = mangled(name) else { return (nil, nil) }
    for kind in ["C", "V", "O"] {
      let mangled = prefix + name + kind
      if let type = _typeByName(mangled + arguments) { return (mangled, type) }
    }
    return (nil, nil)
  }
}
