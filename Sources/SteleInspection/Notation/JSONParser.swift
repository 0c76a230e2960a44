import Stele

/// A strict parser of JSON texts (RFC 8259).
///
/// The parser keeps a list of open arrays and objects instead of recursing, refuses duplicate member names, and leaves
/// numbers unconverted.
struct JSONParser {
  /// The largest depth of arrays and objects.
  ///
  /// A value takes at most two levels of JSON, and values nest at most 512 deep (rule L2), with a type descriptor of depth 64
  /// in the innermost `any`, so texts of archives stay far below the limit.
  static let nestingLimit = 2048

  private var document: JSONDocument
  private var position: Int
  /// Whether nested arrays and objects lose their children when they are closed.
  private let collapses: Bool
  /// The nodes of the open arrays and objects.
  private var open: [Int] = []

  private init(_ bytes: [UInt8], from position: Int = 0, collapses: Bool = false) {
    document = JSONDocument(bytes: bytes)
    self.position = position
    self.collapses = collapses
  }

  /// Reads a text.
  ///
  /// If it collapses, the members of the outermost object lose their children, which ``parse(_:elementAt:)`` reads again.
  ///
  /// - Throws: The first error.
  static func parse(
    _ bytes: [UInt8], collapses: Bool = false
  ) throws(NotationError) -> JSONDocument {
    var parser = JSONParser(bytes, collapses: collapses)
    try parser.checkUTF8()
    try parser.parse()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.unexpected() }
    // Memory for the nodes of elements is released.
    if collapses { parser.document.nodes = parser.document.nodes.map(\.self) }
    return parser.document
  }

  /// Reads the next element of an array in a text that has been read, or returns nil after the last one.
  ///
  /// The offset is directly after the beginning of the array or after the last element.
  ///
  /// - Throws: Nothing if the text has been read.
  static func parse(
    _ bytes: [UInt8], elementAt offset: Int
  ) throws(NotationError) -> JSONDocument? {
    var parser = JSONParser(bytes, from: offset)
    if try parser.peekToken() == UInt8(ascii: ",") { parser.position += 1 }
    guard try parser.peekToken() != UInt8(ascii: "]") else { return nil }
    try parser.parse()
    return parser.document
  }

  private func checkUTF8() throws(NotationError) {
    var reader = ByteReader(document.bytes)
    do {
      _ = try reader.withCursor { (cursor) throws(ArchiveError) in
        try cursor.readUTF8(byteCount: document.bytes.count)
      }
    } catch {
      throw document.error(.malformedUTF8, atOffset: error.offset)
    }
  }

  private mutating func parse() throws(NotationError) {
    try parseValue()
    while let container = open.last {
      let isObject = document.nodes[container].kind == .object
      let byte = try peekToken()
      if byte == UInt8(ascii: isObject ? "}" : "]") {
        try close(container)
        continue
      }
      if document.nodes.count > container + 1 {
        guard byte == UInt8(ascii: ",") else { throw unexpected() }
        position += 1
      }
      if isObject { try parseName() }
      try parseValue()
    }
  }

  /// Reads a scalar, or the beginning of an array or object.
  private mutating func parseValue() throws(NotationError) {
    switch try peekToken() {
    case UInt8(ascii: "{"): try begin(.object)
    case UInt8(ascii: "["): try begin(.array)
    case UInt8(ascii: "\""): try parseString(.string)
    case UInt8(ascii: "t"): try parseWord("true", .true)
    case UInt8(ascii: "f"): try parseWord("false", .false)
    case UInt8(ascii: "n"): try parseWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    default: throw unexpected()
    }
  }

  private mutating func begin(_ kind: JSONNode.Kind) throws(NotationError) {
    guard open.count < Self.nestingLimit else {
      throw document.error(.nesting(limit: Self.nestingLimit), atOffset: position)
    }
    open.append(document.nodes.count)
    document.nodes.append(JSONNode(kind: kind, start: position, end: .max, next: .max))
    position += 1
  }

  private mutating func close(_ container: Int) throws(NotationError) {
    // A comma is consumed only together with the next member or element, so no comma precedes the end.
    position += 1
    document.nodes[container].end = position
    document.nodes[container].next = document.nodes.count
    open.removeLast()
    if document.nodes[container].kind == .object { try checkNames(of: container) }
    if collapses, !open.isEmpty {
      document.nodes.removeLast(document.nodes.count - container - 1)
      document.nodes[container].next = container + 1
    }
  }

  private func checkNames(of object: Int) throws(NotationError) {
    var names: Set<[UInt8]> = []
    var isFirst = true
    for child in document.children(of: object) where document.nodes[child].kind == .name {
      // Most objects have one member, and need no set of names.
      if isFirst, document.nodes[child + 1].next == document.nodes[object].next { return }
      isFirst = false
      guard names.insert(document.text(child)).inserted else {
        throw document.error(.duplicateMember(document.string(child)), at: child)
      }
    }
  }

  private mutating func parseName() throws(NotationError) {
    guard try peekToken() == UInt8(ascii: "\"") else { throw unexpected() }
    try parseString(.name)
    guard try peekToken() == UInt8(ascii: ":") else { throw unexpected() }
    position += 1
  }

  private mutating func parseString(_ kind: JSONNode.Kind) throws(NotationError) {
    let start = position
    var hasEscapes = false
    position += 1
    while true {
      switch try peek() {
      case UInt8(ascii: "\""):
        position += 1
        append(kind, from: start, hasEscapes: hasEscapes)
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try parseEscape()
      case 0..<0x20: throw unexpected()
      default: position += 1
      }
    }
  }

  private mutating func parseEscape() throws(NotationError) {
    var rest = document.bytes[position...]
    guard rest.count > 1 else { throw document.error(.unexpectedEnd, atOffset: position + 1) }
    guard JSONDocument.readEscape(&rest) != nil else {
      throw document.error(.malformedEscape, atOffset: position)
    }
    position = rest.startIndex
  }

  private mutating func parseNumber() throws(NotationError) {
    let start = position
    skip("-")
    if !skip("0") { try skipDigits(from: start) }
    if skip(".") { try skipDigits(from: start) }
    if skip("e") || skip("E") {
      if !skip("+") { skip("-") }
      try skipDigits(from: start)
    }
    append(.number, from: start)
  }

  private mutating func skipDigits(from start: Int) throws(NotationError) {
    let first = position
    while position < document.bytes.count, (0x30...0x39).contains(document.bytes[position]) {
      position += 1
    }
    guard position > first else { throw document.error(.malformedNumber, atOffset: start) }
  }

  @discardableResult
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < document.bytes.count,
      document.bytes[position] == UInt8(ascii: character)
    else { return false }
    position += 1
    return true
  }

  private mutating func parseWord(
    _ word: StaticString, _ kind: JSONNode.Kind
  ) throws(NotationError) {
    let start = position
    for byte in "\(word)".utf8 {
      guard try peek() == byte else { throw unexpected() }
      position += 1
    }
    append(kind, from: start)
  }

  private mutating func append(
    _ kind: JSONNode.Kind, from start: Int, hasEscapes: Bool = false
  ) {
    document.nodes.append(
      JSONNode(
        kind: kind, hasEscapes: hasEscapes, start: start, end: position,
        next: document.nodes.count + 1))
  }

  private mutating func skipSpace() {
    while position < document.bytes.count {
      switch document.bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func peekToken() throws(NotationError) -> UInt8 {
    skipSpace()
    return try peek()
  }

  private func peek() throws(NotationError) -> UInt8 {
    guard position < document.bytes.count else {
      throw document.error(.unexpectedEnd, atOffset: position)
    }
    return document.bytes[position]
  }

  private func unexpected() -> NotationError {
    guard position < document.bytes.count else {
      return document.error(.unexpectedEnd, atOffset: position)
    }
    return document.error(.unexpectedByte(document.bytes[position]), atOffset: position)
  }
}
