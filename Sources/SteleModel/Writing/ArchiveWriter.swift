public import Stele

/// Writes an archive piece by piece, with memory for one block, one record, four bytes for each object, and 24 for each chunk.
///
/// Define class entries before their first use, append objects, which are numbered 1, 2, 3 in
/// their order, add roots when their values are known, and finish. References may point
/// forward, at the numbers of later objects. Content that would make the archive invalid is refused with an
/// `ArchiveWritingError`.
///
/// The writer cannot be used after an error, and ``finish(metadata:unknownChunks:)`` ends it. The bytes in the sink
/// are an archive only after `finish` has returned it.
///
/// Spec chapter 2.
public struct ArchiveWriter<Sink: ByteSink>: ~Copyable {
  /// The destination of the bytes.
  public private(set) var sink: Sink
  private var assembler: ArchiveAssembler
  private var isClosed = false
  /// The number of bytes of finished chunks that are written to the sink at once.
  private static var drainedByteCount: Int { 4096 }

  /// Makes a writer.
  ///
  /// Spec §2.4, §5.1.
  ///
  /// - Parameters:
  ///   - sink: The destination of the bytes.
  ///   - documentType: A uniform type such as `com.example.zoo`, a media type, or an empty string.
  ///   - writer: The program that writes the archive, for people.
  ///   - blockByteCount: The number of bytes of records that closes a block; a record of as many bytes has a block of its own; at
  ///     most 1 GiB.
  /// - Throws: `ArchiveWritingError` if the head cannot be written.
  public init(
    sink: Sink, documentType: String = "", writer: String = "", blockByteCount: Int = 65_536
  ) throws(ArchiveWritingError) {
    let options = ArchiveWriterOptions(
      documentType: documentType, writer: writer, blockByteCount: blockByteCount)
    try self.init(sink: sink, options: options)
  }

  package init(sink: Sink, options: ArchiveWriterOptions) throws(ArchiveWritingError) {
    self.sink = sink
    assembler = ArchiveAssembler(options)
  }

  /// The number of objects that have been appended.
  package var objectCount: Int { assembler.objectCount }

  /// Defines a class entry, whose superclass has been defined before, and returns its number.
  ///
  /// - Throws: `ArchiveWritingError` with the rule of chapter 4 that the entry breaks.
  public mutating func define(_ entry: ArchiveClassEntry) throws -> Int {
    try open()
    let number = try assembler.values.tables.define(entry)
    isClosed = false
    return number
  }

  /// Appends an object, and returns its number.
  ///
  /// - Throws: `ArchiveWritingError` if the object cannot be written, or the error of the sink.
  @discardableResult
  public mutating func append(_ object: ArchiveObject) throws -> Int {
    try open()
    let number = try assembler.append(object)
    try assembler.drain(to: &sink, atLeast: Self.drainedByteCount)
    isClosed = false
    return number
  }

  /// Adds a root.
  ///
  /// - Throws: `ArchiveWritingError` if the root cannot be written, or the error of the sink.
  public mutating func addRoot(_ root: ArchiveNamedValue) throws {
    try open()
    try assembler.addRoot(root)
    assembler.flushRootsIfFull()
    try assembler.drain(to: &sink, atLeast: Self.drainedByteCount)
    isClosed = false
  }

  /// Makes a weak slot, which holds nil until ``resolve(_:to:)`` changes it.
  public mutating func makeWeakSlot() -> ArchiveWeakSlot {
    ArchiveWeakSlot(number: assembler.values.references.addSlot())
  }

  /// Sets the object that a weak slot holds, or nil.
  ///
  /// - Throws: `ArchiveWritingError` if the slot is not one of this writer, or the number is negative.
  public mutating func resolve(_ slot: ArchiveWeakSlot, to object: Int?) throws {
    try open()
    guard assembler.values.references.resolve(slot: slot.number, to: object ?? 0) else {
      throw ArchiveWritingError(.breaks(.weakSlot), keyPath: "weak slot \(slot.number)")
    }
    isClosed = false
  }

  /// Writes the rest of the archive: the last block, roots, weak slots, metadata, chunks of unknown types,
  /// the index and the closing signature.
  ///
  /// - Returns: The sink, which has all bytes of the archive.
  /// - Throws: `ArchiveWritingError` if a reference points at an object that was not appended, or if metadata
  ///   or a chunk cannot be written, or the error of the sink.
  @discardableResult
  public consuming func finish(
    metadata: [ArchiveNamedValue]? = nil, unknownChunks: [ArchiveUnknownChunk] = []
  ) throws -> Sink {
    try open()
    try assembler.finish(metadata: metadata, unknownChunks: unknownChunks)
    try assembler.drain(to: &sink, atLeast: 1)
    return sink
  }

  /// Closes the writer until the call that follows has succeeded.
  private mutating func open() throws(ArchiveWritingError) {
    guard !isClosed else { throw ArchiveWritingError(.writerIsClosed) }
    isClosed = true
  }
}

extension ArchiveWriter: Sendable where Sink: Sendable {}

/// A slot for weak references whose target may or may not become part of the archive.
///
/// ``ArchiveWriter/makeWeakSlot()`` makes a slot, ``value`` is the value of each weak reference through it, and
/// ``ArchiveWriter/resolve(_:to:)`` sets its object later.
///
/// Spec §5.4.
public struct ArchiveWeakSlot: Hashable, Sendable {
  package let number: Int

  /// The value of a weak reference through the slot: a reference with the negative number -1 - slot.
  public var value: ArchiveValue { .reference(-1 - number) }
}
