internal import Stele
internal import SteleModel

/// Writes an XML property list with an explicit stack instead of recursion.
struct XMLPropertyListWriter {
  private(set) var output: [UInt8] = []
  private let list: PropertyListGraph
  private let limits: PropertyListLimits
  /// The open containers, each with the next member to write.
  private var stack: [(node: Int, next: Int)] = []

  init(list: PropertyListGraph, limits: PropertyListLimits) {
    self.list = list
    self.limits = limits
  }

  mutating func writeDocument() throws(PropertyListError) {
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try open(list.root)
    while let (node, next) = stack.last {
      let container = list.nodes[node]
      let keys: [Int]? = if case .dictionary(let keys, _) = container { keys } else { nil }
      guard next < container.values.count else {
        stack.removeLast()
        line(keys == nil ? "</array>" : "</dict>")
        continue
      }
      stack[stack.count - 1].next = next + 1
      if let key = keys?[next] { try write(key, element: "key") }
      try open(container.values[next])
    }
    append("</plist>\n")
  }

  /// Writes a value, or the start of a container.
  private mutating func open(_ node: Int) throws(PropertyListError) {
    switch list.nodes[node] {
    case .array(let members):
      guard !members.isEmpty else { return line("<array/>") }
      line("<array>")
      stack.append((node, 0))
    case .dictionary(let keys, let values):
      guard !keys.isEmpty else { return line("<dict/>") }
      guard !isLikeUID(keys: keys, values: values) else {
        throw PropertyListError(.dictionaryLikeUID, at: node)
      }
      line("<dict>")
      stack.append((node, 0))
    default:
      try write(node, element: "string")
    }
    guard output.count <= limits.outputByteCount else {
      throw PropertyListError(.outputTooLong(limit: limits.outputByteCount), at: node)
    }
  }

  private func isLikeUID(keys: [Int], values: [Int]) -> Bool {
    guard keys.count == 1, case .string("CF$UID") = list.nodes[keys[0]],
      case .integer(let value) = list.nodes[values[0]]
    else { return false }
    return UInt64(exactly: value) != nil
  }

  /// Writes a node that is not a container; the element name is used for text only.
  private mutating func write(
    _ node: Int, element: String
  ) throws(PropertyListError) {
    switch list.nodes[node] {
    case .null: throw PropertyListError(.nullInXML, at: node)
    case .set: throw PropertyListError(.setInXML, at: node)
    case .array, .dictionary: break
    case .bool(let value): line(value ? "<true/>" : "<false/>")
    case .integer(let value): line("<integer>\(value)</integer>")
    case .real32(let value): line("<real>\(XMLScalar.text(Double(value)))</real>")
    case .real64(let value): line("<real>\(XMLScalar.text(value))</real>")
    case .date(let seconds):
      guard let text = CalendarDate.text(seconds) else {
        throw PropertyListError(.dateInXML, at: node)
      }
      line("<date>\(text)</date>")
    case .data(let bytes): write(bytes)
    case .string(let text):
      indent()
      append("<\(element)>")
      try escape(text, of: node)
      append("</\(element)>\n")
    case .uid(let value):
      line("<dict>")
      line("\t<key>CF$UID</key>")
      line("\t<integer>\(value)</integer>")
      line("</dict>")
    }
  }

  /// Writes data in lines of 76 columns, where a tab has 8, but with at least 12 characters.
  private mutating func write(_ bytes: [UInt8]) {
    let depth = min(stack.count, 8)
    line("<data>")
    Base64.write(
      bytes, lineByteCount: 76 - 8 * depth, indentation: String(repeating: "\t", count: depth),
      to: &output)
    line("</data>")
  }

  private mutating func escape(_ text: String, of node: Int) throws(PropertyListError) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "&"): append("&amp;")
      case 0x0D: append("&#13;")  // otherwise a reader may drop it as part of a line end
      case 0x09, 0x0A: output.append(byte)
      case ..<0x20: throw PropertyListError(.controlCharacterInXML(byte), at: node)
      default: output.append(byte)
      }
    }
  }

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func indent() {
    for _ in 0..<stack.count { output.append(UInt8(ascii: "\t")) }
  }

  private mutating func line(_ text: String) {
    indent()
    append(text)
    output.append(UInt8(ascii: "\n"))
  }
}
