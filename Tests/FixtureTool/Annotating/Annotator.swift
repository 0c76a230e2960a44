import Stele
import TestSupport

/// Walks over a valid archive and says of every byte what it means.
///
/// It reads the format by itself, not through the reader of the library, so that the examples in the
/// specification and the recipes of the fixtures rest on a second reading. It trusts the archive,
/// and walks into nested values by recursion: it is for the fixtures of this repository only.
struct Annotator {
  private(set) var fields: [AnnotatedField] = []
  let bytes: [UInt8]
  var position = 0
  /// The chunk whose payload is being walked over.
  var chunk: (ordinal: Int, payload: Int)?
  /// The names of the fields that enclose the next one.
  var path: [String] = []
  var names: [String] = []
  var entries: [ArchiveClassEntry] = []
  private var objectCount = 0

  /// The fields of an archive, in the order of their bytes.
  static func fields(of bytes: [UInt8]) -> [AnnotatedField] {
    var annotator = Annotator(bytes: bytes)
    annotator.walk()
    return annotator.fields
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func walk() {
    take(8, "signature", "signature: S with its high bit set, STL, CR LF, control-Z, LF")
    // Values need the class table, which stands before them in every archive.
    var ordinal = 0
    while position < bytes.count - 8 {
      walkChunk(ordinal)
      ordinal += 1
    }
    take(8, "closing", "closing signature")
  }

  private mutating func walkChunk(_ ordinal: Int) {
    let type = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    path = ["\(ordinal) \(type)"]
    take(4, "type", "chunk \(type)")
    take(4, "headerCheck", "header check")
    let length = Int(peek(8))
    take(8, "length", "length of the payload: \(length)")
    take(8, "payloadCheck", "payload check, XXH64")
    let end = position + length
    chunk = (ordinal, position)
    switch type {
    case "HEAD": walkHead(end)
    case "CLAS": walkClasses()
    case "OBJS": walkObjects()
    case "ROOT": walkNamedValues("root")
    case "mETa": walkNamedValues("item")
    case "WEAK": walkSlots()
    case "INDX": walkIndex(end)
    default: if length > 0 { take(length, "payload", "bytes of an unknown chunk") }
    }
    chunk = nil
    let padding = (8 - end % 8) % 8
    if padding > 0 { take(padding, "padding", "padding") }
  }

  private mutating func walkHead(_ end: Int) {
    number("major") { "major version \($0)" }
    number("minor") { "minor version \($0)" }
    string("writer") { $0.isEmpty ? "writer: empty" : "writer: \"\($0)\"" }
    if position < end { take(end - position, "further", "fields of a later minor version") }
  }

  private mutating func walkObjects() {
    number("first") { "number of the first object: \($0)" }
    let count = number("count") { "records: \($0)" }
    for _ in 0..<count {
      objectCount += 1
      path.append("object[\(objectCount)]")
      let object = objectCount
      number("length") { "object \(object): record of \($0) bytes" }
      let entry = number("entry") { "entry \($0)" }
      var keys: [ArchiveKey] = []
      var next: Int? = entry
      while let number = next, entries.indices.contains(number - 1) {
        keys = entries[number - 1].keys + keys
        next = entries[number - 1].superclass
      }
      walkBody(keys)
      path.removeLast()
    }
  }

  private mutating func walkNamedValues(_ kind: String) {
    let count = number("count") { "\(kind)s: \($0)" }
    for index in 0..<count {
      path.append("\(kind)[\(index)]")
      let name = string("name") { "\(kind) \"\($0)\"" }
      let type = walkType("type", of: "\(kind) \"\(name)\"")
      walkValue(type, "value")
      path.removeLast()
    }
  }

  private mutating func walkSlots() {
    let count = number("count") { "weak slots: \($0)" }
    for index in 0..<count {
      number("slot[\(index)]") { $0 == 0 ? "slot \(index): nil" : "slot \(index): object \($0)" }
    }
  }

  private mutating func walkIndex(_ end: Int) {
    var index = 0
    while position < end - 8 {
      path.append("entry[\(index)]")
      let type = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      take(4, "type", "a chunk \(type)")
      take(4, "count", "its count: \(peek(4))")
      take(8, "offset", "its offset: \(peek(8))")
      path.removeLast()
      index += 1
    }
    take(8, "own", "offset of the index itself: \(peek(8))")
  }
}

extension Annotator {
  /// The next bytes as an integer, least significant byte first.
  func peek(_ byteCount: Int) -> UInt64 {
    bytes[position..<position + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Notes the next bytes as a field.
  @discardableResult
  mutating func take(_ byteCount: Int, _ name: String, _ meaning: String) -> ArraySlice<UInt8> {
    let place = chunk.map { ($0.ordinal, position - $0.payload) }
    fields.append(
      AnnotatedField(
        offset: position, byteCount: byteCount, place: place,
        path: (path + [name]).joined(separator: "."), meaning: meaning))
    position += byteCount
    return bytes[position - byteCount..<position]
  }

  /// Notes a varint, and gives its value.
  @discardableResult
  mutating func varint(_ name: String, _ meaning: (UInt128) -> String) -> UInt128 {
    var value: UInt128 = 0
    var byteCount = 0
    repeat {
      value |= UInt128(bytes[position + byteCount] & 0x7F) << UInt128(7 * byteCount)
      byteCount += 1
    } while bytes[position + byteCount - 1] >= 0x80
    take(byteCount, name, meaning(value))
    return value
  }

  /// Notes a count or number, and gives it.
  @discardableResult
  mutating func number(_ name: String, _ meaning: (Int) -> String) -> Int {
    Int(varint(name) { meaning(Int($0)) })
  }

  /// Notes a string, its length and its bytes as two fields, and gives it.
  @discardableResult
  mutating func string(_ name: String, _ meaning: (String) -> String) -> String {
    let kind = name == "string" || name == "writer" ? name : "name"
    let byteCount = number("\(name).length") { "length of the \(kind): \($0)" }
    let text = String(decoding: bytes[position..<position + byteCount], as: UTF8.self)
    if byteCount > 0 {
      take(byteCount, "\(name).bytes", meaning(text))
    }
    return text
  }
}
