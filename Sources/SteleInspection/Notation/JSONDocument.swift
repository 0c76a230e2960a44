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
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var units = [codeUnit(rest.prefix(4)) ?? 0]
        rest = rest.dropFirst(4)
        if UTF16.isLeadSurrogate(units[0]) {
          units.append(codeUnit(rest.dropFirst(2).prefix(4)) ?? 0)
          rest = rest.dropFirst(6)
        }
        text.append(String(decoding: units, as: UTF16.self))
      default: text.append(letter)
      }
    }
    return text
  }

  /// Returns the UTF-16 code unit that the four hexadecimal digits of an escape represent.
  static func codeUnit(_ digits: ArraySlice<UInt8>) -> UInt16? {
    let lowercase = digits.map { (0x41...0x46).contains($0) ? $0 | 0x20 : $0 }
    return Hexadecimal.number(lowercase, count: 4).map { UInt16(truncatingIfNeeded: $0) }
  }
}
