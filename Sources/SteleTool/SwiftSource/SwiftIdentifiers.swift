internal import Stele

/// A factory of unique Swift identifiers for names of archives, in nested scopes.
struct SwiftIdentifiers {
  /// The case of the first letter of an identifier.
  enum Style { case upper, lower }

  private let style: Style
  private var used: Set<String>
  /// The number for the next identifier that would otherwise be a duplicate.
  private var numbers: [String: Int] = [:]
  /// A change to undo at the end of a scope: a new identifier, or the previous number of an identifier.
  private var log: [(identifier: String, number: Int??)] = []
  /// The length of the log at the beginning of each open scope.
  private var scopes: [Int] = []

  init(_ style: Style, reserved: Set<String>) {
    self.style = style
    used = reserved
  }

  /// Returns an identifier for a name, which is unique in the scope and not in use elsewhere.
  mutating func make(_ name: String, isTaken: (String) -> Bool = { _ in false }) -> String {
    let base = Self.identifier(of: name, style)
    var candidate = base
    while used.contains(candidate.lowercasedFirst) || used.contains(candidate) || isTaken(candidate)
    {
      let number = numbers[base, default: 2]
      if !scopes.isEmpty { log.append((base, .some(numbers[base]))) }
      numbers[base] = number + 1
      candidate = "\(base)\(number)"
    }
    for identifier in [candidate, candidate.lowercasedFirst]
    where used.insert(identifier).inserted && !scopes.isEmpty {
      log.append((identifier, nil))
    }
    return candidate
  }

  /// Begins a scope in which the identifiers of the enclosing scopes are visible.
  mutating func beginScope() { scopes.append(log.count) }

  /// Removes the identifiers of the innermost scope.
  mutating func endScope() {
    guard let start = scopes.popLast() else { return }
    while log.count > start, let last = log.popLast() {
      if let number = last.number {
        numbers[last.identifier] = number
      } else {
        used.remove(last.identifier)
      }
    }
  }

  private static func identifier(of name: String, _ style: Style) -> String {
    var text = ""
    var needsSeparator = false
    for scalar in name.unicodeScalars {
      guard isAllowed(scalar) else {
        needsSeparator = !text.isEmpty
        continue
      }
      if needsSeparator {
        // Capital letters separate words, or an underscore if the script has no capital letters.
        if scalar.properties.isLowercase {
          text += scalar.properties.uppercaseMapping
          needsSeparator = false
          continue
        }
        text.append("_")
      }
      needsSeparator = false
      text.unicodeScalars.append(scalar)
      // Numbers distinguish long names.
      if text.utf8.count >= 60 { break }
    }
    if text.isEmpty || text.allSatisfy({ $0 == "_" }) {
      text = style == .upper ? "Unnamed" : "unnamed"
    }
    // No keyword begins with a capital letter, except the reserved ones.
    text =
      style == .upper ? text.prefix(1).uppercased() + text.dropFirst() : text.withSmallBeginning
    if let first = text.unicodeScalars.first, ("0"..."9").contains(first) { text = "_" + text }
    return text
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    case 0xC0...0x24F, 0x391...0x3C9, 0x410...0x44F, 0x3041...0x3096, 0x30A1...0x30FA,
      0x4E00...0x9FFF:
      scalar.properties.isAlphabetic
    default: false
    }
  }

  /// Returns an identifier with the escapes that a declaration or an expression needs.
  static func escaped(_ identifier: String) -> String {
    keywords.contains(identifier) ? "`\(identifier)`" : identifier
  }

  private static let keywords: Set<String> = [
    "Any", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let",
    "nil", "open", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while",
  ]

  /// Names that properties and cases cannot have, or that would hide declarations that the text needs.
  static let reservedMembers: Set<String> = [
    "self", "Self", "init", "inout", "let", "var", "Type", "Protocol", "archiveClass", "decode",
    "none", "some", "_",
  ]
}

extension String {
  /// The identifier with a small first letter.
  ///
  /// Identifiers of a scope stay distinct, because they differ in more than the case of that letter.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

  /// The text with its first word in small letters: `nsColor` for `NSColor`.
  fileprivate var withSmallBeginning: String {
    let capitals = prefix { $0.isASCII && $0.isUppercase }.count
    let rest = dropFirst(capitals)
    // The last capital letter begins the next word, if there is one.
    let count = capitals > 1 && rest.first?.isLowercase == true ? capitals - 1 : capitals
    return prefix(count).lowercased() + dropFirst(count)
  }

  /// The text as a Swift literal: only printable ASCII, and characters whose escapes the compiler refuses, stay unescaped.
  var swiftLiteral: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case " "..."~": text.unicodeScalars.append(scalar)
      case _ where 0xFDD0...0xFDEF ~= scalar.value: text.unicodeScalars.append(scalar)
      default: text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return text + "\""
  }

  /// The text for a comment, escaped so that it cannot end the comment.
  var swiftComment: String { String(shortened().swiftLiteral.dropFirst().dropLast()) }
}
