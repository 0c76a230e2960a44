package import Stele
public import SteleModel

extension ArchiveReader {
  /// Writes the text notation of the archive in pieces.
  ///
  /// Objects are read and written one at a time, so an archive of any size takes the memory of its largest object. If a
  /// part turns out to be invalid, the parts before it have already been written; see
  /// `ArchiveReader.init(validating:limits:)`.
  ///
  /// Spec annex C.
  ///
  /// - Parameters:
  ///   - pretty: Whether the text is indented; otherwise each entry, object and root is on one line.
  ///   - progress: Receives the number of each object before the object is written.
  ///   - sink: Receives the next piece of the text, in UTF-8.
  /// - Throws: The rule that a part breaks, or the error of the closure.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func writeNotation<Failure: Error>(
    pretty: Bool = false, progress: (Int) -> Void = { _ in },
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws {
    try withoutActuallyEscaping(sink) { sink in
      var notation = NotationWriter<Failure>(pretty: pretty, sink: sink)
      try notation.begin(
        classes: classes, documentType: documentType, writer: writer)
      try forEachObject { number, object in
        progress(number)
        try notation.write(object)
      }
      for root in try roots() { try notation.write(root: root) }
      if let metadata = try metadata() { try notation.write(metadata: metadata) }
      try notation.end()
    }
  }

  /// Parses the value of a type from a text in the notation (annex C.5).
  package func notationValue(
    of type: ArchiveTypeDescriptor, _ text: String
  ) throws(NotationError) -> ArchiveValue {
    do throws(NotationError) {
      return try NotationReader.readValue(of: type, Array(text.utf8), classes)
    } catch {
      let quoted = Array(JSONWriter.quoted(text).utf8)
      if let value = try? NotationReader.readValue(of: type, quoted, classes) { return value }
      throw error
    }
  }
}
