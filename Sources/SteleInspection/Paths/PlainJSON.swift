public import Stele
public import SteleModel

extension ArchiveReader {
  /// Writes a value as plain JSON, for programs that do not know archives.
  ///
  /// Objects and structs are JSON objects with a member for each key that is present; objects have their number `$id` and their
  /// class `$class` before them. A reference is `{"$ref": 2}`, or the object itself within a depth. Lists and sets are arrays,
  /// maps are JSON objects if their type has string keys, and otherwise arrays of pairs. A case of an enum is its name, or
  /// `{"name": {...}}` with its payload. Scalars are as in the notation (specification, annex C.5).
  ///
  /// The form is lossy: it has neither types nor shared objects. Use ``writeNotation(pretty:progress:to:)`` for an exact form.
  ///
  /// - Parameters:
  ///   - value: A value of the archive. If it is a reference, its object is written.
  ///   - type: The type of the value. It is needed only for lists, sets and maps. A map without a given type is a JSON object
  ///     if all its keys are strings.
  ///   - depth: The number of nested references that are replaced with their objects. An object is not written within itself.
  ///     The text can grow exponentially with the depth, so the closure may have to throw.
  ///   - pretty: Whether the text is indented; otherwise it is one line without a line feed.
  ///   - sink: Receives the next piece of the text, in UTF-8.
  /// - Throws: The rule that an object breaks, or the error of the closure.
  /// - Complexity: O(*n*), where *n* is the length of the text plus the size of the blocks that are read for it.
  public func writePlainJSON(
    _ value: ArchiveValue, of type: ArchiveTypeDescriptor = .any, depth: Int = 0,
    pretty: Bool = false, to sink: ([UInt8]) throws -> Void
  ) throws {
    var writer = PlainWriter(self, depth: depth, isPretty: pretty)
    try writer.write(value, of: type, to: sink)
  }
}
