import Stele

/// A value or member name of a JSON document, with its range in the text.
struct JSONNode: Sendable {
  enum Kind: Sendable {
    case object
    case array
    /// A member name; the value of the member follows.
    case name
    case string
    case number
    case `true`
    case `false`
    case null
  }

  var kind: Kind
  /// Whether a string or name has escapes, so its bytes differ from its text.
  var hasEscapes = false
  var start: Int
  /// The offset after the last byte.
  var end: Int
  /// The index of the node that follows this node and its descendants.
  var next: Int
}

/// A well-formed JSON text (RFC 8259) and its nodes in the order of the text.
///
/// The children of an array or object follow it directly, so no structure in memory is nested. Numbers remain bytes of the
/// text.
struct JSONDocument: Sendable {
  let bytes: [UInt8]
  var nodes: [JSONNode] = []
  /// The path of the enclosing array, and the index in it, if the document is one element of a text.
  var outer: (path: String, index: Int)?

  /// Returns the children of an array, or alternating names and values of an object.
  func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < min(nodes[index].next, nodes.count) {
      children.append(child)
      child = nodes[child].next
    }
    return children
  }

  /// Returns the bytes of a number, or the bytes between the quotes of a string.
  func source(_ index: Int) -> ArraySlice<UInt8> {
    let node = nodes[index]
    guard node.kind == .string || node.kind == .name else { return bytes[node.start..<node.end] }
    return bytes[(node.start + 1)..<(node.end - 1)]
  }

  /// Returns the UTF-8 of a string or name.
  func text(_ index: Int) -> [UInt8] {
    let source = source(index)
    return nodes[index].hasEscapes ? Self.unescape(source) : Array(source)
  }

  func string(_ index: Int) -> String {
    guard nodes[index].hasEscapes else { return String(decoding: source(index), as: UTF8.self) }
    return String(decoding: text(index), as: UTF8.self)
  }

  /// Returns whether a string or name equals the given bytes.
  func text(_ index: Int, is utf8: some Collection<UInt8>) -> Bool {
    nodes[index].hasEscapes ? text(index).elementsEqual(utf8) : source(index).elementsEqual(utf8)
  }

  /// Returns the text of a string with escapes that are known to be well formed.
  private static func unescape(_ source: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = source
    while let byte = rest.first {
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        rest = rest.dropFirst()
        continue
      }
      guard let meaning = readEscape(&rest) else { break }
      text += meaning
    }
    return text
  }

  /// Reads an escape at the beginning of a text, and returns what it means, or `nil` if it is malformed.
  static func readEscape(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard let letter = rest.dropFirst().first else { return nil }
    guard letter == UInt8(ascii: "u") else {
      rest = rest.dropFirst(2)
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
      case UInt8(ascii: "b"): return [0x08]
      case UInt8(ascii: "f"): return [0x0C]
      case UInt8(ascii: "n"): return [0x0A]
      case UInt8(ascii: "r"): return [0x0D]
      case UInt8(ascii: "t"): return [0x09]
      default: return nil
      }
    }
    guard let unit = readCodeUnit(&rest), !UTF16.isTrailSurrogate(unit) else { return nil }
    guard UTF16.isLeadSurrogate(unit) else {
      return Array(String(decoding: [unit], as: UTF16.self).utf8)
    }
    guard let next = readCodeUnit(&rest), UTF16.isTrailSurrogate(next) else { return nil }
    return Array(String(decoding: [unit, next], as: UTF16.self).utf8)
  }

  /// Reads an escape `\u0000`, or returns `nil` if it is malformed.
  private static func readCodeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    let escape = rest.prefix(6)
    guard escape.starts(with: "\\u".utf8) else { return nil }
    rest = rest.dropFirst(6)
    let digits = escape.dropFirst(2).map { (0x41...0x46).contains($0) ? $0 | 0x20 : $0 }
    return Hexadecimal.number(digits, count: 4).map { UInt16(truncatingIfNeeded: $0) }
  }
}
