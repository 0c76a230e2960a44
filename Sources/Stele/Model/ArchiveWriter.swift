/// Writes an archive piece by piece, with memory for one block, one record, four bytes for each object, and 24 for each chunk.
///
/// Define class entries before their first use, append objects, which are numbered 1, 2, 3 in
/// their order, add roots whenever their values are known, and finish. References may point
/// forward, at numbers that later objects will get. What would make the archive invalid is refused with
/// a ``ArchiveWritingError``.
///
/// After a thrown error, and after ``finish(metadata:unknownChunks:)``, the writer is of no further use, and the
/// bytes in the sink are an archive only after `finish` has returned.
///
/// Spec chapter 2.
public struct ArchiveWriter<Sink: ByteSink> {
  /// Where the bytes go.
  public private(set) var sink: Sink
  private var assembler: ArchiveAssembler
  private var isClosed = false

  /// Makes a writer.
  ///
  /// Spec §2.4, §5.1.
  ///
  /// - Parameters:
  ///   - sink: Where the bytes go.
  ///   - documentType: What the document is: a uniform type such as `com.example.zoo`, a media type, or nothing.
  ///   - writer: The program that writes the archive, for people.
  ///   - blockByteCount: A block is closed once its records take this many bytes, and before a record that takes as many by itself;
  ///     at most 1 GiB counts.
  /// - Throws: ``ArchiveWritingError`` when no head can be made of them.
  public init(
    sink: Sink, documentType: String = "", writer: String = "", blockByteCount: Int = 65_536
  ) throws(ArchiveWritingError) {
    let options = ArchiveWriterOptions(
      documentType: documentType, writer: writer, blockByteCount: blockByteCount)
    try self.init(sink: sink, options: options)
  }

  package init(sink: Sink, options: ArchiveWriterOptions) throws(ArchiveWritingError) {
    self.sink = sink
    assembler = try ArchiveAssembler(options)
  }

  /// The number of objects that have been appended.
  package var objectCount: Int { assembler.objectCount }

  /// Defines a class entry, whose superclass has been defined before, and gives its number.
  ///
  /// - Throws: ``ArchiveWritingError`` with the rule of chapter 4 that the entry breaks.
  public mutating func define(_ entry: ArchiveClassEntry) throws -> Int {
    try open()
    let number = try assembler.values.tables.define(entry)
    isClosed = false
    return number
  }

  /// Appends an object, and gives its number.
  ///
  /// - Throws: ``ArchiveWritingError`` when the object cannot be written, or the error of the sink.
  @discardableResult
  public mutating func append(_ object: ArchiveObject) throws -> Int {
    try open()
    let number = try assembler.append(object)
    try drain()
    isClosed = false
    return number
  }

  /// Adds a root.
  ///
  /// - Throws: ``ArchiveWritingError`` when the root cannot be written, or the error of the sink.
  public mutating func addRoot(_ root: ArchiveNamedValue) throws {
    try open()
    try assembler.addRoot(root)
    try assembler.flushRootsIfFull()
    try drain()
    isClosed = false
  }

  /// Makes a weak slot, which holds nil until ``resolve(_:to:)`` says otherwise.
  public mutating func newWeakSlot() -> ArchiveWeakSlot {
    ArchiveWeakSlot(number: assembler.values.references.addSlot())
  }

  /// Says which object a weak slot holds, nil for none.
  ///
  /// - Throws: ``ArchiveWritingError`` when the slot is not one of this writer, or the number is negative.
  public mutating func resolve(_ slot: ArchiveWeakSlot, to object: Int?) throws {
    try open()
    guard assembler.values.references.resolve(slot: slot.number, to: object ?? 0) else {
      throw ArchiveWritingError(.breaks(.weakSlot), keyPath: "weak slot \(slot.number)")
    }
    isClosed = false
  }

  /// Writes what is still to be written: the last block, roots, weak slots, metadata, chunks that are unknown
  /// to the library, the index and the closing signature.
  ///
  /// - Throws: ``ArchiveWritingError`` when a reference points at an object that never came, or something
  ///   given here cannot be written, or the error of the sink.
  public mutating func finish(
    metadata: [ArchiveNamedValue]? = nil, unknownChunks: [ArchiveUnknownChunk] = []
  ) throws {
    try open()
    try assembler.finish(metadata: metadata, unknownChunks: unknownChunks)
    try drain(all: true)
  }

  /// Closes the writer until the call that follows has succeeded.
  private mutating func open() throws(ArchiveWritingError) {
    guard !isClosed else { throw ArchiveWritingError(.writerIsClosed) }
    isClosed = true
  }

  /// Hands finished chunks to the sink, when they are worth a call.
  private mutating func drain(all: Bool = false) throws {
    let byteCount = assembler.chunks.output.count
    guard byteCount > 0, all || byteCount >= 4096 else { return }
    try sink.write(assembler.chunks.output.bytes)
    assembler.chunks.removeOutput()
  }
}

extension ArchiveWriter: Sendable where Sink: Sendable {}

/// A place for a weak reference whose target may or may not become part of the archive.
///
/// ``ArchiveWriter/newWeakSlot()`` makes slots; ``value`` goes wherever a weak reference is due, as
/// often as needed; ``ArchiveWriter/resolve(_:to:)`` says later what the slot holds.
///
/// Spec §5.4.
public struct ArchiveWeakSlot: Hashable, Sendable {
  package let number: Int

  /// The value that stands for the slot in weak keys: a reference with the negative number -1 - slot.
  public var value: ArchiveValue { .reference(-1 - number) }
}
