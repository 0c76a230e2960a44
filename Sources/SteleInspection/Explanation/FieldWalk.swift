import Stele

/// A walk over the bytes of an archive, which reports every byte as part of one field.
///
/// The walk parses the format itself, without the reader of the library, so the explanation relies on a second
/// implementation of the specification. Unreadable parts are reported as raw bytes. Nested values take memory, not
/// stack.
final class FieldWalk {
  /// A value whose next part is to be read.
  struct Open {
    enum Kind {
      case body
      case sequence
      case map
      case uniformList
      case mixedList
      /// An `any` value, whose type is discarded afterwards.
      case any
    }

    let kind: Kind
    /// The number of steps that lead to the value.
    let stepCount: Int
    /// The index of the type of the elements, or of the type of the keys of a map.
    var type = 0
    var count = 0
    var next = 0
    /// The entry of the elements of a uniform list.
    var entry = 0
    /// The keys of a body, starting at the topmost superclass.
    var segments: [Range<Int>] = []
    var segment = 0
    var ordinal = 0
    var optionalIndex = 0
    var presence: [UInt8] = []
    /// The classes of the keys of a record of which another level has a key of the same name.
    var levels: [Int: String] = [:]
    /// Whether the entries of required structs precede the list that contains the body.
    var isUniform = false
    var nodeCount = 0
  }

  /// The entry numbers before a uniform list, in the order in which each element needs them.
  struct NestedEntries {
    var numbers: [Int]
    var next = 0
  }

  typealias Visitor = (ExplanationEvent) throws -> Void

  var window: ByteWindow
  /// A second window, for bytes at other offsets.
  var otherWindow: ByteWindow
  var classes: ExplainedClasses
  var objects: ObjectOffsets
  /// Whether the walk collects the class table and the offsets.
  let isCollecting: Bool
  /// Whether only frames can be read, because the archive is of another version of the format.
  let isOfOtherVersion: Bool
  let detail: ExplanationDetail
  /// The range of interest; the walk skips fields outside.
  let wanted: Range<Int>
  let visit: Visitor

  var position = 0
  /// The end of the enclosing structure.
  var end = 0
  var chunk: (ordinal: Int, payload: Int)?
  var steps: [ExplainedStep] = []
  var headings: [ExplainedHeading] = []
  var open: [Open] = []
  var nested: [NestedEntries] = []
  var keyLevels = EntryCache<[Int: String]>()

  /// The largest depth of values.
  ///
  /// Spec §3.2, rule L2.
  static let depth = 512

  init(
    _ bytes: ArchiveBytes, classes: ExplainedClasses = ExplainedClasses(),
    objects: ObjectOffsets = ObjectOffsets(), isCollecting: Bool = false,
    isOfOtherVersion: Bool = false, detail: ExplanationDetail, wanted: Range<Int>,
    visit: @escaping Visitor
  ) {
    window = ByteWindow(bytes)
    otherWindow = ByteWindow(bytes, size: 1 << 10)
    self.classes = classes
    self.objects = objects
    self.isCollecting = isCollecting
    self.isOfOtherVersion = isOfOtherVersion
    self.detail = detail
    self.wanted = wanted
    self.visit = visit
  }
}

extension FieldWalk {
  /// Returns whether the walk reports fields in a range.
  func wants(_ range: Range<Int>) -> Bool { !isCollecting && range.overlaps(wanted) }

  /// Reports the next bytes as a field.
  func take(
    _ byteCount: Int, _ id: @autoclosure () -> String, _ name: @autoclosure () -> String,
    _ section: String, target: Int? = nil, _ value: @autoclosure () -> String = ""
  ) throws {
    guard byteCount > 0 else { return }
    guard byteCount <= end - position else {
      throw Unreadable("there are not enough bytes for the next field")
    }
    defer { position += byteCount }
    guard wants(position..<(position + byteCount)) else { return }
    let preview = min(byteCount, ArchiveExplanation.Field.previewByteCount)
    let reference = target.map {
      ArchiveExplanation.Field.Target(object: $0, offset: objects.offset(of: $0))
    }
    var value = value()
    if let offset = reference?.offset { value += " at byte \(offset)" }
    let field = ArchiveExplanation.Field(
      offset: position, byteCount: byteCount,
      bytes: window.bytes(in: position..<(position + preview)), name: name(), value: value,
      section: section, target: reference, headings: headings,
      place: chunk.map { ($0.ordinal, position - $0.payload) }, id: id(), steps: steps)
    try visit(.field(field))
  }

  /// Reports all bytes up to an offset as one field without a meaning.
  func takeRaw(to stop: Int, _ reason: String, section: String = "1.3") throws {
    guard stop > position else { return }
    end = max(end, stop)
    try take(stop - position, "unreadable", "unreadable", section, reason)
  }

  /// Reports the surplus bytes of a structure.
  func takeSurplus() throws {
    guard position < end else { return }
    try take(end - position, "surplus", "surplus bytes", "1.3")
  }

  /// Begins a part.
  func begin(
    _ kind: ExplainedHeading.Kind, _ title: @autoclosure () -> String, byteCount: Int?
  ) throws {
    guard !isCollecting else { return }
    let heading = ExplainedHeading(
      kind: kind, title: title(), offset: position, byteCount: byteCount)
    headings.append(heading)
    let range = position..<(position + max(1, byteCount ?? 1))
    if range.overlaps(wanted) { try visit(.heading(heading)) }
  }

  /// Ends a part.
  func endPart() {
    if !isCollecting { headings.removeLast() }
  }

  /// Returns the next varint and its size, without moving.
  func peekVarint() throws -> (value: UInt128, byteCount: Int) {
    guard let varint = window.varint(at: position, before: end) else {
      throw Unreadable("no integer can be read")
    }
    return varint
  }

  /// Returns the next count or number and its size, without moving.
  func peekNumber() throws -> (value: Int, byteCount: Int) {
    let (value, byteCount) = try peekVarint()
    guard let number = Int(exactly: value) else { throw Unreadable("a number is too large") }
    return (number, byteCount)
  }

  /// Reports a count or number, and returns it.
  @discardableResult
  func number(
    _ id: @autoclosure () -> String, _ name: @autoclosure () -> String, _ section: String,
    _ value: (Int) -> String = { "\($0)" }
  ) throws -> Int {
    let (number, byteCount) = try peekNumber()
    try take(byteCount, id(), name(), section, value(number))
    return number
  }

  /// Reports a count of elements that take at least one byte each, and returns it.
  func count(_ id: String, _ name: String, _ section: String, bytesEach: Int = 1) throws -> Int {
    let (number, byteCount) = try peekNumber()
    guard number <= (end - position - byteCount) / max(1, bytesEach) else {
      throw Unreadable("a count is larger than the bytes that follow it")
    }
    try take(byteCount, id, name, section, "\(number)")
    return number
  }

  /// Returns the string at the current offset, shortened, or an empty text if there is none.
  func peekString() -> String {
    guard let (value, size) = window.varint(at: position, before: end),
      let count = Int(exactly: value), count <= end - position - size
    else { return "" }
    return text(at: position + size, byteCount: count, limit: detail.textByteCount)
  }

  /// Returns the byte at the current offset.
  func peekByte() throws -> UInt8 {
    guard position < end, let byte = window.byte(at: position) else {
      throw Unreadable("there are not enough bytes for the next field")
    }
    return byte
  }

  /// Returns the text of some bytes, shortened.
  func text(at offset: Int, byteCount: Int, limit: Int) -> String {
    // A scalar has at most four bytes.
    let bytes = window.bytes(in: offset..<(offset + min(byteCount, limit)))
    guard byteCount > limit else { return String(decoding: bytes, as: UTF8.self) }
    var count = bytes.count
    while count > 0, count > bytes.count - 4, bytes[count - 1] & 0xC0 == 0x80 { count -= 1 }
    if count > 0, bytes[count - 1] >= 0xC0 { count -= 1 }
    return String(decoding: bytes[..<count], as: UTF8.self) + "…"
  }

  /// Reports the length and the bytes of a string as two fields, and returns the string if the walk collects strings.
  @discardableResult
  func string(_ id: String, _ name: String, _ section: String) throws -> String {
    let byteCount = try count("\(id).length", "\(name) length", "1.6")
    var collected = ""
    if isCollecting {
      collected = String(
        decoding: window.bytes(in: position..<(position + byteCount)), as: UTF8.self)
    }
    guard byteCount > 0 else { return collected }
    let start = position
    var shown = ""
    if wants(start..<(start + byteCount)) {
      let text = text(at: start, byteCount: byteCount, limit: detail.textByteCount)
      shown = "\"\(text.escaped)\""
    }
    try take(byteCount, "\(id).bytes", name, section, shown)
    return collected
  }
}
