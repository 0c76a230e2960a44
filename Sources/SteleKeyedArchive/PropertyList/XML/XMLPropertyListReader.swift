internal import Stele

/// Reads an XML property list with an explicit stack instead of recursion.
///
/// As tolerant as Foundation and other readers in use: attributes are skipped, the `plist` element
/// may be missing, comments may be anywhere, line ends in strings are preserved. A dictionary with
/// the single key `CF$UID` and an integer that fits becomes a UID.
struct XMLPropertyListReader {
  private struct Frame {
    enum Kind: String { case plist, array, dict }
    let kind: Kind
    let offset: Int
    var keys: [Int] = []
    var keyTexts: Set<ExactString> = []
    var values: [Int] = []
  }

  private var scanner: XMLScanner
  private let limits: PropertyListLimits
  private var nodes: [PropertyListGraph.Node] = []
  /// The offsets of the nodes, if they are requested.
  private var offsets: [Int]?
  private var stack: [Frame] = []

  /// Reads a list from UTF-8, or from UTF-16 with a byte order mark.
  static func list(
    parsing bytes: [UInt8], limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyListGraph {
    let text = try XMLText(bytes)
    var reader = XMLPropertyListReader(text, limits: limits)
    do throws(PropertyListError) {
      let root = try reader.read(text)
      return PropertyListGraph(soundNodes: reader.nodes, root: root)
    } catch {
      let place = text.place(at: error.offset)
      throw PropertyListError(error.reason, at: place.offset, line: place.line)
    }
  }

  /// Returns the offset and the line of a node of a list; nil if the bytes are not an XML property list.
  ///
  /// The list is read again, so that reading needs no memory for positions, which only errors have.
  static func place(
    of node: Int, in bytes: [UInt8], limits: PropertyListLimits
  ) -> (offset: Int, line: Int)? {
    guard !bytes.starts(with: BinaryTrailer.signature), let text = try? XMLText(bytes) else {
      return nil
    }
    var reader = XMLPropertyListReader(text, limits: limits)
    reader.offsets = []
    guard (try? reader.read(text)) != nil, let offsets = reader.offsets,
      offsets.indices.contains(node)
    else { return nil }
    return text.place(at: offsets[node])
  }

  private init(_ text: XMLText, limits: PropertyListLimits) {
    scanner = XMLScanner(text.bytes)
    self.limits = limits
  }

  private mutating func read(_ text: XMLText) throws(PropertyListError) -> Int {
    if !text.isUTF16 { try text.validate() }
    try scanner.skipProlog(isUTF16: text.isUTF16)
    return try readRoot()
  }

  private mutating func readRoot() throws(PropertyListError) -> Int {
    while true {
      let before = scanner.offset
      try scanner.skipMiscellany()
      guard !scanner.isAtEnd else { throw PropertyListError(.unexpectedEnd, at: before) }
      guard scanner.peek("<") else {
        throw PropertyListError(.unexpectedText, at: scanner.offset)
      }
      let value = scanner.peek("</") ? try closeElement() : try openElement()
      guard stack.isEmpty, let value else { continue }
      try scanner.skipMiscellany()
      guard scanner.isAtEnd else { throw PropertyListError(.textAfterEnd, at: scanner.offset) }
      return value
    }
  }

  /// Reads a start tag, and the whole element unless it contains other elements.
  ///
  /// - Returns: The node of a complete value, or nil.
  private mutating func openElement() throws(PropertyListError) -> Int? {
    let tag = try scanner.readStartTag()
    switch tag.name {
    case "plist", "array", "dict":
      return try openContainer(tag)
    case "key":
      try readKey(tag)
      return nil
    default:
      let node = try scalar(tag)
      return try add(node, at: tag.offset)
    }
  }

  private mutating func openContainer(_ tag: XMLStartTag) throws(PropertyListError) -> Int? {
    guard let kind = Frame.Kind(rawValue: tag.name) else { return nil }
    if kind == .plist {
      guard stack.isEmpty else {
        throw PropertyListError(.misplacedElement(tag.name), at: tag.offset)
      }
    } else {
      try checkPlace(of: tag)
      let depth = stack.first?.kind == .plist ? stack.count : stack.count + 1
      guard depth <= limits.depth else {
        throw PropertyListError(.tooDeep(limit: limits.depth), at: tag.offset)
      }
    }
    stack.append(Frame(kind: kind, offset: tag.offset))
    return tag.isEmpty ? try close(at: tag.offset) : nil
  }

  private mutating func closeElement() throws(PropertyListError) -> Int? {
    let start = scanner.offset
    let name = try scanner.readEndTag()
    guard stack.last?.kind.rawValue == name else {
      throw PropertyListError(.unmatchedEndTag(name), at: start)
    }
    return try close(at: start)
  }

  /// Closes the innermost element.
  private mutating func close(at offset: Int) throws(PropertyListError) -> Int? {
    guard let frame = stack.popLast() else { return nil }
    switch frame.kind {
    case .plist:
      guard let value = frame.values.first else { throw PropertyListError(.noValue, at: offset) }
      return value
    case .array:
      return try add(.array(frame.values), at: frame.offset)
    case .dict:
      guard frame.keys.count == frame.values.count else {
        throw PropertyListError(.keyWithoutValue, at: offset)
      }
      if let uid = uid(of: frame) {
        nodes.removeLast(2)  // its key and its number: nothing else refers to them
        offsets?.removeLast(2)
        return try add(.uid(uid), at: frame.offset)
      }
      return try add(.dictionary(keys: frame.keys, values: frame.values), at: frame.offset)
    }
  }

  private func uid(of frame: Frame) -> UInt64? {
    guard frame.keys.count == 1, frame.keyTexts.contains(ExactString("CF$UID")),
      case .integer(let value) = nodes[frame.values[0]]
    else { return nil }
    return UInt64(exactly: value)
  }

  /// Throws if a value is not allowed at this position.
  private func checkPlace(of tag: XMLStartTag) throws(PropertyListError) {
    guard let frame = stack.last else { return }
    if frame.kind == .plist, !frame.values.isEmpty {
      throw PropertyListError(.misplacedElement(tag.name), at: tag.offset)
    }
    if frame.kind == .dict, frame.keys.count == frame.values.count {
      throw PropertyListError(.valueWithoutKey, at: tag.offset)
    }
  }

  /// Adds a value to the innermost container, which admits one.
  private mutating func add(
    _ node: PropertyListGraph.Node, at offset: Int
  ) throws(PropertyListError) -> Int {
    let number = try append(node, at: offset)
    if !stack.isEmpty { stack[stack.count - 1].values.append(number) }
    return number
  }

  private mutating func append(
    _ node: PropertyListGraph.Node, at offset: Int
  ) throws(PropertyListError) -> Int {
    guard nodes.count < limits.nodeCount else {
      throw PropertyListError(.tooManyNodes(limit: limits.nodeCount), at: offset)
    }
    nodes.append(node)
    offsets?.append(offset)
    return nodes.count - 1
  }

  private mutating func readKey(_ tag: XMLStartTag) throws(PropertyListError) {
    // Accessed in place: a copy of the frame would make each append below copy all its keys.
    let top = stack.count - 1
    guard top >= 0, stack[top].kind == .dict else {
      throw PropertyListError(.misplacedElement(tag.name), at: tag.offset)
    }
    guard stack[top].keys.count == stack[top].values.count else {
      throw PropertyListError(.keyWithoutValue, at: tag.offset)
    }
    let text = String(decoding: try scanner.readText(of: tag), as: UTF8.self)
    let key = try append(.string(text), at: tag.offset)
    stack[top].keys.append(key)
    guard stack[top].keyTexts.insert(ExactString(text)).inserted else {
      throw PropertyListError(.duplicateKey(text), at: tag.offset)
    }
  }

  private mutating func scalar(
    _ tag: XMLStartTag
  ) throws(PropertyListError) -> PropertyListGraph.Node {
    guard ["string", "integer", "real", "true", "false", "date", "data"].contains(tag.name) else {
      throw PropertyListError(.unknownElement(tag.name), at: tag.offset)
    }
    try checkPlace(of: tag)
    let start = scanner.offset
    let text = try scanner.readText(of: tag)
    func known<Value>(
      _ value: Value?, else reason: PropertyListError.Reason
    ) throws(PropertyListError) -> Value {
      guard let value else { throw PropertyListError(reason, at: start) }
      return value
    }
    switch tag.name {
    case "string": return .string(String(decoding: text, as: UTF8.self))
    case "integer": return .integer(try XMLScalar.integer(text, at: start))
    case "real": return .real64(try known(XMLScalar.real(text), else: .malformedReal))
    case "date": return .date(try known(XMLDate.seconds(text), else: .malformedDate))
    case "data": return .data(try known(Base64.bytes(text), else: .malformedBase64))
    default:
      guard XMLScalar.trim(text).isEmpty else {
        throw PropertyListError(.unexpectedText, at: start)
      }
      return .bool(tag.name == "true")
    }
  }
}
