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

  private var content: NotationContent<Failure>
  private var stage = Stage.head

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - pretty: Whether the text is indented; otherwise each entry, object and root is on one line.
  ///   - sink: Receives the next piece of the text, in UTF-8; the calls of the writer throw its errors.
  /// - Complexity: O(1).
  public init(pretty: Bool = false, sink: @escaping ([UInt8]) throws(Failure) -> Void) {
    content = NotationContent(classes: ArchiveClassTable(), isPretty: pretty, sink: sink)
  }

  /// Writes the beginning: format version, document type, writer and class entries.
  ///
  /// - Throws: The error of the closure.
  public mutating func begin(
    classes: ArchiveClassTable, documentType: String = "", writer: String = ""
  ) throws(Failure) {
    guard stage == .head else { return }
    content.classes = classes
    content.json.beginObject(.lines)
    content.json.member("stele", Head.versionText)
    content.json.member("type", documentType)
    content.json.member("writer", writer)
    content.json.name("classes")
    content.json.beginArray(.lines)
    for entry in classes.entries {
      try content.write(entry)
      try content.flush()
    }
    content.json.end()
    content.json.name("objects")
    content.json.beginArray(.lines)
    stage = .objects
  }

  /// Writes the next object.
  ///
  /// - Throws: The error of the closure.
  public mutating func write(_ object: ArchiveObject) throws(Failure) {
    try move(to: .objects)
    guard stage == .objects else { return }
    try content.write(object)
    try content.flush()
  }

  /// Writes the next root.
  ///
  /// - Throws: The error of the closure.
  public mutating func write(root: ArchiveNamedValue) throws(Failure) {
    try move(to: .roots)
    guard stage == .roots else { return }
    try content.write(root)
    try content.flush()
  }

  /// Writes all metadata of an archive with a `mETa` chunk.
  ///
  /// - Throws: The error of the closure.
  public mutating func write(metadata: [ArchiveNamedValue]) throws(Failure) {
    guard stage.rawValue < Stage.metadata.rawValue else { return }
    try move(to: .metadata)
    content.json.name("metadata")
    content.json.beginArray(.lines)
    for item in metadata {
      try content.write(item)
      try content.flush()
    }
    content.json.end()
  }

  /// Writes the end.
  ///
  /// - Throws: The error of the closure.
  public mutating func end() throws(Failure) {
    guard stage != .end else { return }
    try move(to: .metadata)
    content.json.end()
    content.json.endText()
    stage = .end
    try content.end()
  }

  /// Ends the parts of the document that precede a part.
  private mutating func move(to next: Stage) throws(Failure) {
    if stage == .head { try begin(classes: ArchiveClassTable()) }
    if stage == .objects, next.rawValue > stage.rawValue {
      content.json.end()
      content.json.name("roots")
      content.json.beginArray(.lines)
      stage = .roots
    }
    if stage == .roots, next.rawValue > stage.rawValue {
      content.json.end()
      stage = .metadata
    }
  }
}
