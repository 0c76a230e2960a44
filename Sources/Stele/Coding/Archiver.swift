/// Makes one archive with several roots, which share their objects.
///
/// An object is encoded by the first call that reaches it; later changes of it are not written. It keeps its number, so
/// that later roots refer to it.
///
/// An archiver is for one archive and one thread. After it has thrown an error, it cannot be used any more.
public final class Archiver {
  private let encoder: SteleEncoder
  /// The state of the archive; nil during a call, after an error and at the end.
  private var graph: GraphEncoder?

  /// Makes an archiver.
  ///
  /// - Parameter encoder: The options of the archive.
  public init(encoder: SteleEncoder = SteleEncoder()) {
    self.encoder = encoder
    graph = GraphEncoder(encoder.options)
  }

  /// Makes an archiver that leaves objects of classes that are not `Codable` to a surrogate, which it does not keep.
  package init(_ encoder: SteleEncoder, surrogate: any EncodingSurrogate) {
    self.encoder = encoder
    graph = GraphEncoder(encoder.options, surrogate)
  }

  /// Adds a root, and the objects that it reaches, in their present state.
  ///
  /// - Parameters:
  ///   - value: The root, a value or an object.
  ///   - root: The name of the root, under which it is decoded again.
  /// - Throws: `EncodingError`, or any error of a value of the program.
  public func encode<T: Encodable>(_ value: T, root: String) throws {
    try encode(value, root: root, isReplacing: false)
  }

  /// Adds a root, which may replace one of the same name.
  package func encode<T: Encodable>(_ value: T, root: String, isReplacing: Bool) throws {
    let graph = try open()
    try graph.writeRoot(value, root, isReplacing: isReplacing)
    self.graph = graph
  }

  /// Adds a root that is made while objects in it are written; it replaces one of the same name.
  package func encode(root: String, _ make: (ObjectWriter) throws -> any Encodable) throws {
    let graph = try open()
    try graph.writeRoot(root, isReplacing: true, make)
    self.graph = graph
  }

  /// Ends the archive, and returns its bytes.
  ///
  /// - Returns: The archive.
  /// - Throws: `EncodingError` if objects refer to each other in a cycle of strong references, ``ArchiveWritingError`` if
  ///   the canonical form is wanted and there is none (rule K11).
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func finish() throws -> [UInt8] {
    try encoder.finish(open())
  }

  /// The declared keys that no value so far has written, and that are not stored properties, such as `Person.emial`.
  ///
  /// Most are misspelled, or have to be declared as retired. They are not errors, because code that writes its keys by hand may
  /// write some only now and then; so a test of the program encodes values that have all keys, and expects this to be empty.
  /// Enums are left out, and there are no keys after ``finish()``.
  ///
  /// ```swift
  /// try archiver.encode(person, root: "person")
  /// #expect(archiver.unusedKeys.isEmpty)
  /// ```
  public var unusedKeys: [String] { graph?.session.unusedKeys() ?? [] }

  /// Returns the state, which a call puts back if it succeeds.
  private func open() throws -> GraphEncoder {
    guard let graph else {
      var error = SteleCodingError(.coderIsFinished)
      error.operation = .encode
      throw error
    }
    self.graph = nil
    return graph
  }
}
