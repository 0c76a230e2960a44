/// Makes one archive with several roots, which share their objects.
///
/// An object is encoded by the first call that leads to it; what changes in it afterwards is not written. Its number goes
/// on, so that later roots refer to it.
///
/// An archiver is for one archive and one thread. After a thrown error it is of no further use.
public final class Archiver {
  private let encoder: SteleEncoder
  private weak var surrogate: (any EncodingSurrogate)?
  private var graph: GraphEncoder?
  /// Whether nothing has been encoded yet.
  private var isNew = true

  /// Makes an archiver.
  ///
  /// - Parameter encoder: What there is to say about the archive.
  public init(_ encoder: SteleEncoder = SteleEncoder()) {
    self.encoder = encoder
  }

  /// Makes an archiver that leaves objects of classes that are not `Codable` to a surrogate, which it does not keep.
  package init(_ encoder: SteleEncoder, surrogate: any EncodingSurrogate) {
    self.encoder = encoder
    self.surrogate = surrogate
  }

  /// Adds a root, and the objects that it leads to as they are now.
  ///
  /// - Parameters:
  ///   - value: The root, a value or an object.
  ///   - root: The name of the root, under which it is decoded again.
  /// - Throws: `EncodingError`, or what a value of the program throws.
  public func encode<T: Encodable>(_ value: T, root: String) throws {
    try encode(value, root: root, isReplacing: false)
  }

  /// Adds a root, in place of one of the same name if that is asked for.
  package func encode<T: Encodable>(_ value: T, root: String, isReplacing: Bool) throws {
    let graph = try open()
    try graph.writeRoot(value, root, isReplacing: isReplacing)
    self.graph = graph
  }

  /// Adds a root, in place of one of the same name, of which parts are objects that are to be written while it is made.
  package func encode(root: String, _ make: (ObjectWriter) throws -> any Encodable) throws {
    let graph = try open()
    try graph.writeRoot(root, isReplacing: true, make)
    self.graph = graph
  }

  /// Ends the archive, and gives its bytes.
  ///
  /// - Returns: The archive.
  /// - Throws: `EncodingError` when objects refer to each other in a circle of strong references, ``ArchiveWritingError`` when
  ///   the canonical form is asked for and there is none (rule K11).
  public func finish() throws -> [UInt8] {
    let bytes = try open().finish()
    guard encoder.outputFormatting.contains(.canonical) else { return bytes }
    return try ArchiveGraph(bytes)
      .canonical(includesMetadata: encoder.metadata != nil).encoded()
  }

  /// The declared keys that nothing encoded so far has asked for, and that are no stored properties, such as `Person.emial`.
  ///
  /// Most are misspelled, or have to be declared as retired. It is no error, because code that writes its keys by hand may write
  /// some only now and then; so a test of the program encodes what has all keys, and expects that there are none. Enums are
  /// left out, and there are none after ``finish()``.
  ///
  /// ```swift
  /// try archiver.encode(person, root: "person")
  /// #expect(archiver.unusedKeys.isEmpty)
  /// ```
  public var unusedKeys: [String] { graph?.unusedKeys() ?? [] }

  /// Takes the state, which is put back when a step has succeeded.
  private func open() throws -> GraphEncoder {
    if isNew {
      isNew = false
      return try GraphEncoder(encoder.options, surrogate)
    }
    guard let graph else {
      var error = SteleCodingError(.coderIsFinished)
      error.operation = .encode
      throw error
    }
    self.graph = nil
    return graph
  }
}
