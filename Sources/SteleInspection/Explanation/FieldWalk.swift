import Stele

/// A walk over the bytes of an archive, which reports every byte as part of one field.
///
/// The walk parses the format itself, without the reader of the library, so the explanation relies on a second
/// implementation of the specification. Unreadable parts are reported as raw bytes. Nested values take memory, not
/// stack.
struct FieldWalk {
  /// A value that is being read.
  struct Open {
    enum Kind {
      case body
      case sequence
      case map
      case uniformList
      /// An `any` value, which counts for the depth.
      case any
    }

    let kind: Kind
    /// The number of steps to the value.
    let stepCount: Int
    /// The type of the elements, or the types of the keys and values of a map.
    var types: [ArchiveTypeDescriptor] = []
    var count = 0
    /// The position of the next element or key.
    var next = 0
    /// The entry of the elements of a uniform list.
    var entry = 0
    /// The keys of a body, starting at the topmost superclass.
    var segments: [ExplainedClasses.Body] = []
    var segment = 0
    var ordinal = 0
    var optionalIndex = 0
    var presence: [UInt8] = []
    /// By position, the qualified path steps of keys that several levels of a record have.
    var qualifiedSteps: [Int: String] = [:]
    /// Whether the entries of required structs precede the list that contains the body.
    var isUniform = false
  }

  /// The entry numbers before a uniform list, in the order in which each element needs them.
  struct NestedEntries {
    var numbers: [Int]
    var next = 0
  }

  var window: ByteWindow
  var classes: ExplainedClasses
  var objects: ObjectOffsets
  /// Whether the walk collects the class table and the offsets.
  let isCollecting: Bool
  let detail: ExplanationDetail
  /// The range of interest; the walk skips other fields.
  let wanted: Range<Int>
  private let visitHeading: (ExplainedHeading) throws -> Void
  private let visitField: (ArchiveExplanation.Field) throws -> Void

  var position = 0
  /// The end of the enclosing structure.
  var end = 0
  var chunk: (ordinal: Int, payload: Int)?
  /// The steps from the archive to the next field.
  var path: [ExplainedStep] = []
  var headings: [ExplainedHeading] = []
  var open: [Open] = []
  var nested: [NestedEntries] = []
  var qualifiedSteps = EntryCache<[Int: String]>()

  /// The maximum depth of values.
  ///
  /// Spec §3.2, rule L2.
  static let depth = 512

  init(
    _ bytes: ArchiveBytes, classes: ExplainedClasses = ExplainedClasses(),
    objects: ObjectOffsets = ObjectOffsets(), isCollecting: Bool = false,
    detail: ExplanationDetail, wanted: Range<Int>,
    heading visitHeading: @escaping (ExplainedHeading) throws -> Void = { _ in },
    field visitField: @escaping (ArchiveExplanation.Field) throws -> Void = { _ in }
  ) {
    window = ByteWindow(bytes)
    self.classes = classes
    self.objects = objects
    self.isCollecting = isCollecting
    self.detail = detail
    self.wanted = wanted
    self.visitHeading = visitHeading
    self.visitField = visitField
  }
}

extension FieldWalk {
  /// Returns whether the walk reports fields in a range.
  func wants(_ range: Range<Int>) -> Bool { !isCollecting && range.overlaps(wanted) }

  /// Reports the next bytes as a field; its value is made if the field is wanted.
  mutating func take(
    _ byteCount: Int, _ id: String, _ name: String, _ section: String,
    _ value: @autoclosure () -> String = "", target: Int? = nil
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
    let suffix = reference?.offset.map { " at byte \($0)" } ?? ""
    try visitField(
      ArchiveExplanation.Field(
        offset: position, byteCount: byteCount,
        bytes: window.slice(in: position..<(position + preview)), name: name,
        value: value() + suffix, section: section, target: reference, headings: headings,
        place: chunk.map { ($0.ordinal, position - $0.payload) }, id: id, steps: path))
  }

  /// Reports the rest of a structure as one field without a meaning.
  mutating func takeRaw(_ reason: String, section: String = "1.3") throws {
    try take(end - position, "unreadable", "unreadable", section, reason)
  }

  /// Reports the surplus bytes of a structure.
  mutating func takeSurplus() throws {
    try take(end - position, "surplus", "surplus bytes", "1.3")
  }

  /// Begins the part to which the path leads.
  mutating func begin(_ title: String, byteCount: Int?) throws {
    guard !isCollecting else { return }
    let heading = ExplainedHeading(
      step: path.last, title: title, offset: position, byteCount: byteCount)
    headings.append(heading)
    let range = position..<(position + max(1, byteCount ?? 1))
    if range.overlaps(wanted) { try visitHeading(heading) }
  }

  /// Returns the title of an entry, such as `Person version 2`.
  func title(ofEntry number: Int) -> String {
    guard let entry = classes.entry(number), entry.kind != nil else { return "unknown entry" }
    return "\(classes.name(entry.name)?.shortened() ?? "?") version \(entry.version)"
  }

  mutating func endPart() {
    if !isCollecting { headings.removeLast() }
  }

  /// Returns the next varint and its size, without consuming it.
  mutating func peekVarint() throws -> (value: UInt128, byteCount: Int) {
    guard let varint = window.varint(at: position, before: end) else {
      throw Unreadable("no integer can be read")
    }
    return varint
  }

  /// Returns the next count or number and its size, without consuming it.
  mutating func peekNumber() throws -> (value: Int, byteCount: Int) {
    let (value, byteCount) = try peekVarint()
    guard let number = Int(exactly: value) else { throw Unreadable("a number is too large") }
    return (number, byteCount)
  }

  /// Reports a count or number, and returns it.
  @discardableResult
  mutating func number(
    _ id: String, _ name: String, _ section: String,
    _ text: (FieldWalk, Int) -> String = { "\($1)" }
  ) throws -> Int {
    let (number, byteCount) = try peekNumber()
    let isWanted = wants(position..<(position + byteCount))
    let value = isWanted ? text(self, number) : ""
    try take(byteCount, id, name, section, value)
    return number
  }

  /// Reports a count of elements that take at least one byte each, and returns it.
  mutating func count(_ id: String, _ name: String, _ section: String, bytesEach: Int = 1) throws
    -> Int
  {
    let (number, byteCount) = try peekNumber()
    guard number <= (end - position - byteCount) / bytesEach else {
      throw Unreadable("a count is larger than the bytes that follow it")
    }
    try take(byteCount, id, name, section, "\(number)")
    return number
  }

  /// Returns the string at the current offset, or an empty text if it cannot be read.
  mutating func peekString() -> String {
    guard let (value, size) = window.varint(at: position, before: end),
      let count = Int(exactly: value), count <= end - position - size
    else { return "" }
    let start = position + size
    return String(decoding: window.slice(in: start..<(start + count)), as: UTF8.self)
  }

  mutating func peekByte() throws -> UInt8 {
    guard position < end, let byte = window.byte(at: position) else {
      throw Unreadable("there are not enough bytes for the next field")
    }
    return byte
  }

  /// Returns the first bytes of a text, up to a limit, and whether the text is longer.
  private mutating func shortened(_ range: Range<Int>, to limit: Int) -> (
    ArraySlice<UInt8>, isCut: Bool
  ) {
    guard range.count > limit else { return (window.slice(in: range), false) }
    var bytes = window.slice(in: range.prefix(limit))
    // A scalar has at most four bytes.
    let least = bytes.count - 4
    while bytes.count > max(0, least), let last = bytes.last, last & 0xC0 == 0x80 {
      bytes.removeLast()
    }
    if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    return (bytes, true)
  }

  /// Reports the length and the bytes of a string as two fields, and returns the string if the walk collects strings.
  @discardableResult
  mutating func string(_ id: String, _ name: String, _ section: String) throws -> String {
    let byteCount = try count(id + ".length", name + " length", "1.6")
    let range = position..<(position + byteCount)
    guard !isCollecting else {
      let string = String(decoding: window.slice(in: range), as: UTF8.self)
      try take(byteCount, id + ".bytes", name, section)
      return string
    }
    let (bytes, isCut) = shortened(range, to: detail.textByteCount)
    let text = String(decoding: bytes, as: UTF8.self).escaped + (isCut ? "…" : "")
    try take(byteCount, id + ".bytes", name, section, "\"\(text)\"")
    return ""
  }
}
