public import Stele
public import SteleModel

extension ArchiveGraph {
  /// Returns the text notation of the graph.
  ///
  /// The text repeats names for each object and value, so its length can be quadratic in the length of the archive. For foreign
  /// archives, use ``writeNotation(pretty:to:)`` with a closure that throws if the text becomes too long.
  ///
  /// Only the text of a graph that satisfies the rules of the format can be read again. Unknown chunks have no text.
  ///
  /// Spec annex C.
  ///
  /// - Parameter pretty: Whether the text is indented; otherwise each entry, object and root is on one line.
  /// - Returns: A JSON document.
  public func notation(pretty: Bool = false) -> String {
    var bytes: [UInt8] = []
    writeNotation(pretty: pretty) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the text notation of the graph in pieces.
  ///
  /// Spec annex C.
  ///
  /// - Parameters:
  ///   - pretty: Whether the text is indented; otherwise each entry, object and root is on one line.
  ///   - sink: Receives the next piece of the text, in UTF-8.
  /// - Throws: The error of the closure.
  /// - Complexity: O(*n*), where *n* is the size of the graph.
  public func writeNotation<Failure: Error>(
    pretty: Bool = false, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try withoutActuallyEscaping(sink) { sink throws(Failure) in
      var notation = NotationWriter<Failure>(pretty: pretty, sink: sink)
      try notation.begin(
        classes: classes, documentType: documentType, writer: writer)
      for object in objects { try notation.write(object) }
      for root in roots { try notation.write(root: root) }
      if let metadata { try notation.write(metadata: metadata) }
      try notation.end()
    }
  }
}

extension ArchiveGraph {
  /// Creates a graph from its text notation.
  ///
  /// The text must have the form of annex C; rules about the graph as a whole, such as those about cycles of
  /// superclasses and dangling references, are validated when the graph is written.
  ///
  /// Spec annex C.
  ///
  /// - Parameter notation: A JSON document.
  /// - Throws: The first error in the text, with its position.
  public init(notation: String) throws(NotationError) {
    try self.init(notation: Array(notation.utf8))
  }

  /// Creates a graph from its text notation.
  ///
  /// Spec annex C.
  ///
  /// - Parameter notation: A JSON document in UTF-8.
  /// - Throws: The first error in the text, with its position.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(notation: [UInt8]) throws(NotationError) {
    self = try NotationReader.read(notation)
  }

  /// Writes the archive of a text notation, with the same bytes as the encoded graph.
  ///
  /// One object is in memory at a time.
  ///
  /// - Parameters:
  ///   - notation: A JSON document in UTF-8.
  ///   - sink: The destination of the bytes, which are an archive only after the call.
  ///   - progress: Receives the offset after each object of the text.
  /// - Throws: `NotationError` for the first error in the text, `ArchiveWritingError` with the first reason why the archive
  ///   would not be valid, or the error of the sink.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package static func write(
    notation: [UInt8], to sink: inout some ByteSink, progress: (Int) -> Void = { _ in }
  ) throws {
    try NotationReader.write(notation, to: &sink, progress: progress)
  }
}

extension ArchiveClassTable {
  /// Returns the text notation of an object, `{"class": 1, "values": [{…}]}`.
  ///
  /// Spec annex C.4.
  ///
  /// - Parameters:
  ///   - object: An object with an entry in the table.
  ///   - pretty: Whether the text is indented.
  /// - Returns: A JSON text.
  public func notation(of object: ArchiveObject, pretty: Bool = false) -> String {
    var bytes: [UInt8] = []
    writeNotation(of: object, pretty: pretty) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text notation of a root or metadata item, `{"name": …, "type": …, "value": …}`.
  ///
  /// Spec annex C.1.
  ///
  /// - Parameters:
  ///   - item: A root or metadata item; its structs and enums have entries in the table.
  ///   - pretty: Whether the text is indented.
  /// - Returns: A JSON text.
  public func notation(of item: ArchiveNamedValue, pretty: Bool = false) -> String {
    var bytes: [UInt8] = []
    writeNotation(of: item, pretty: pretty) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArchiveClassTable {
  /// Writes the text notation of an object in pieces.
  ///
  /// - Throws: The error of the closure.
  package func writeNotation<Failure: Error>(
    of object: ArchiveObject, pretty: Bool, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try withoutActuallyEscaping(sink) { sink throws(Failure) in
      var writer = NotationWriter<Failure>(pretty: pretty, sink: sink)
      writer.classes = self
      try writer.add(object)
      try writer.flushAll()
    }
  }

  /// Writes the text notation of a root or metadata item in pieces.
  ///
  /// - Throws: The error of the closure.
  package func writeNotation<Failure: Error>(
    of item: ArchiveNamedValue, pretty: Bool, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try withoutActuallyEscaping(sink) { sink throws(Failure) in
      var writer = NotationWriter<Failure>(pretty: pretty, sink: sink)
      writer.classes = self
      try writer.add(item)
      try writer.flushAll()
    }
  }
}

extension ArchiveTypeDescriptor {
  /// Returns the text notation of the type, such as `["list","int64"]`.
  ///
  /// Spec annex C.3.
  ///
  /// - Returns: A JSON text.
  public func notation() -> String {
    var json = JSONWriter(isPretty: false)
    json.type(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
