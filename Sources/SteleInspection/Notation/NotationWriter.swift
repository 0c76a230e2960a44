public import Stele

/// A writer of the text of an archive that need not be in memory as a whole.
///
/// Call ``begin(classes:documentType:writer:)``, ``write(_:)`` for each object, ``write(root:)`` for each root,
/// ``write(metadata:)`` if there is metadata, and ``end()``, in this order. The closure receives the text in pieces of
/// about 64 KiB.
///
/// Spec annex C.
public struct NotationWriter<Failure: Error> {
  private enum Stage: Int {
    case head
    case objects
    case roots
    case metadata
    case end
  }

  var json: JSONWriter
  /// The entries, which supply the names of keys.
  var classes = ArchiveClassTable()
  /// Receives the text in pieces; the last one stays in ``json`` until the end.
  let sink: ([UInt8]) throws(Failure) -> Void
  /// The arrays and objects of the value that is being written.
  var frames: [Frame] = []
  private var stage = Stage.head

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - pretty: Whether the text is indented; otherwise each entry, object and root is on one line.
  ///   - sink: Receives the next piece of the text, in UTF-8; the calls of the writer throw its errors.
  /// - Complexity: O(1).
  public init(pretty: Bool = false, sink: @escaping ([UInt8]) throws(Failure) -> Void) {
    json = JSONWriter(isPretty: pretty)
    self.sink = sink
  }

  /// Writes the beginning: format version, document type, writer and class entries.
  ///
  /// - Throws: The error of the closure.
  public mutating func begin(
    classes: ArchiveClassTable, documentType: String = "", writer: String = ""
  ) throws(Failure) {
    guard stage == .head else { return }
    self.classes = classes
    json.beginObject(.lines)
    json.member("stele", Head.versionText)
    json.member("type", documentType)
    json.member("writer", writer)
    json.name("classes")
    json.beginArray(.lines)
    for entry in classes.entries {
      try add(entry)
      try flush()
    }
    json.end()
    json.name("objects")
    json.beginArray(.lines)
    stage = .objects
  }

  /// Writes the next object.
  ///
  /// - Throws: The error of the closure.
  public mutating func write(_ object: ArchiveObject) throws(Failure) {
    try move(to: .objects)
    guard stage == .objects else { return }
    try add(object)
    try flush()
  }

  /// Writes the next root.
  ///
  /// - Throws: The error of the closure.
  public mutating func write(root: ArchiveNamedValue) throws(Failure) {
    try move(to: .roots)
    guard stage == .roots else { return }
    try add(root)
    try flush()
  }

  /// Writes all metadata of an archive with a `mETa` chunk.
  ///
  /// - Throws: The error of the closure.
  public mutating func write(metadata: [ArchiveNamedValue]) throws(Failure) {
    guard stage.rawValue < Stage.metadata.rawValue else { return }
    try move(to: .metadata)
    json.name("metadata")
    json.beginArray(.lines)
    for item in metadata {
      try add(item)
      try flush()
    }
    json.end()
  }

  /// Writes the end.
  ///
  /// - Throws: The error of the closure.
  public mutating func end() throws(Failure) {
    guard stage != .end else { return }
    try move(to: .metadata)
    json.end()
    json.endText()
    stage = .end
    try flushAll()
  }

  /// Ends the parts of the document that precede a part.
  private mutating func move(to next: Stage) throws(Failure) {
    if stage == .head { try begin(classes: ArchiveClassTable()) }
    if stage == .objects, next.rawValue > stage.rawValue {
      json.end()
      json.name("roots")
      json.beginArray(.lines)
      stage = .roots
    }
    if stage == .roots, next.rawValue > stage.rawValue {
      json.end()
      stage = .metadata
    }
  }
}
