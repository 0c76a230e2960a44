public import Stele

/// The meaning of every byte of an archive, valid or not.
///
/// Every byte belongs to exactly one field. Unreadable bytes, up to the next record or chunk, form a field without a meaning.
/// An archive of another version of the format has fields for its frames only, because all versions share the frames.
///
/// An explanation shows the field at the offset of an error:
///
///     let explanation = ArchiveExplanation(bytes)
///     if let field = explanation.field(at: error.offset) {
///       print(field.name, field.value, field.keyPath ?? "")
///     }
///
/// The archive is read in parts. Memory holds the class table, four bytes for each object, eight for each weak slot, and about
/// sixty for each chunk.
public struct ArchiveExplanation {
  private let bytes: ArchiveBytes
  private let notedSource: NotedSource?
  private var classes = ExplainedClasses()
  private var objects = ObjectOffsets()
  private var frames: [ExplainedFrame] = []
  /// Whether the archive has another version of the format.
  private let isOfOtherVersion: Bool

  /// Finds the chunks and records of an archive that is in memory, and reads its class table.
  ///
  /// - Parameter bytes: The archive, which may be invalid.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ bytes: [UInt8]) {
    self.init(.memory(bytes))
  }

  /// Finds the chunks and records of an archive that is read in parts, and reads its class table.
  ///
  /// - Parameter source: The bytes of the archive, which may be invalid.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ source: some ByteSource) {
    self.init(.source(source))
  }

  /// Finds the chunks and records of an archive, and reads its class table.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - progress: Receives the offset up to which the archive has been read.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(_ bytes: ArchiveBytes, progress: (Int) -> Void = { _ in }) {
    switch bytes {
    case .memory: notedSource = nil
    case .source(let source): notedSource = NotedSource(source)
    }
    let bytes = notedSource.map { .source($0) } ?? bytes
    self.bytes = bytes
    frames = FrameSearch(bytes).frames
    isOfOtherVersion = (try? Head.validateVersion(of: bytes)) == nil
    guard !isOfOtherVersion else { return }
    var walk = FieldWalk(
      bytes, isCollecting: true, detail: ExplanationDetail(), wanted: 0..<0)
    for index in frames.indices where frames[index].kind == .chunk {
      frames[index].nameCount = walk.classes.names.count
      frames[index].entryCount = walk.classes.entries.count
      let type = ArchiveChunkType(code: frames[index].type)
      guard type == .classes || type == .objects || type == .weakSlots else { continue }
      // This walk reports no fields, and skips unreadable bytes.
      try? walk.walk(frames[index])
      progress(frames[index].range.upperBound)
    }
    walk.objects.finish()
    classes = walk.classes
    objects = walk.objects
  }

  /// The number of bytes of the archive.
  public var byteCount: Int { bytes.byteCount }

  /// The first error of the source; the fields lack bytes that it could not read.
  public var sourceError: (any Error)? { notedSource?.error }

  /// Returns the field that contains an offset, or `nil` if the archive ends before the offset.
  ///
  /// - Parameter offset: The offset.
  /// - Returns: The field, or `nil`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the chunk that contains the offset.
  public func field(at offset: Int) -> Field? {
    guard offset >= 0, offset < byteCount else { return nil }
    return fields(in: offset..<(offset + 1)).first
  }

  /// Returns the fields that overlap a range, in the order of their bytes.
  ///
  /// A long list of numbers has fields for its first elements, and one field for the rest.
  ///
  /// - Parameter range: The range of offsets.
  /// - Returns: The fields.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the chunks that overlap the range.
  public func fields(in range: Range<Int>) -> [Field] {
    var fields: [Field] = []
    // The closure throws nothing, and bytes that are not an archive are a field, too.
    try? forEach(in: range) { fields.append($0) }
    return fields
  }

  /// Passes all parts and fields that overlap a range to closures, in the order of their bytes.
  ///
  /// - Parameters:
  ///   - range: The range; `nil` means all bytes.
  ///   - detail: The detail of long fields.
  ///   - heading: Receives each part at its beginning.
  ///   - field: Receives the fields.
  /// - Throws: The error of a closure or of the source.
  package func forEach(
    in range: Range<Int>? = nil, detail: ExplanationDetail = ExplanationDetail(),
    heading: (ExplainedHeading) throws -> Void = { _ in }, field: (Field) throws -> Void
  ) throws {
    let wanted = (range ?? 0..<byteCount).clamped(to: 0..<byteCount)
    var detail = detail
    // All versions of the format share the frames, and nothing else.
    if isOfOtherVersion { detail.showsFramesOnly = true }
    try withoutActuallyEscaping(heading) { heading in
      try withoutActuallyEscaping(field) { field in
        var walk = FieldWalk(
          bytes, classes: classes, objects: objects, detail: detail, wanted: wanted,
          heading: heading, field: field)
        for frame in frames where frame.range.overlaps(wanted) { try walk.walk(frame) }
      }
    }
    if let sourceError { throw sourceError }
  }

  /// Returns the field that contains an offset, and a number of fields before and after it, as far as they exist.
  ///
  /// - Throws: The error of the source.
  package func fields(around offset: Int, _ count: Int) throws -> [Field] {
    guard offset >= 0, offset < byteCount else { return [] }
    var detail = ExplanationDetail()
    detail.focus = offset
    var field: Field?
    try forEach(in: offset..<(offset + 1), detail: detail) { field = $0 }
    guard let field else { return [] }
    // A field may have one byte only.
    let surroundings =
      max(
        0, field.offset - Self.surroundingByteCount)..<min(
        byteCount, field.endOffset + Self.surroundingByteCount)
    var fields: [Field] = []
    try forEach(in: surroundings, detail: detail) { fields.append($0) }
    guard let index = fields.firstIndex(where: { $0.offset == field.offset }) else { return [] }
    return Array(fields[max(0, index - count)..<min(fields.count, index + count + 1)])
  }

  private static let surroundingByteCount = 64

  /// Returns the range of the record of an object, or `nil` if it has none.
  package func record(of object: Int) throws -> Range<Int>? {
    guard let offset = objects.offset(of: object) else { return nil }
    var range: Range<Int>?
    let recordRecord = { (heading: ExplainedHeading) in
      guard case .object? = heading.step else { return }
      range = heading.offset..<(heading.offset + (heading.byteCount ?? 1))
    }
    try forEach(in: offset..<(offset + 1), heading: recordRecord) { _ in }
    return range
  }

  /// Passes the fields of the value at a place to a closure.
  ///
  /// - Throws: The error of the closure.
  package func forEach(
    at place: ArchivePlace, _ visit: (ArchiveExplanation.Field) throws -> Void
  ) throws {
    let ranges: [Range<Int>] =
      switch place.holder {
      case .object(let number): try record(of: number).map { [$0] } ?? []
      case .root: rootChunks
      case .metadata: chunks(ofType: .metadata)
      }
    // This detail has complete names, and a field for each element of a list.
    var detail = ExplanationDetail()
    detail.showsAll = true
    for range in ranges {
      try forEach(in: range, detail: detail) { field in
        if field.isPart(of: place) { try visit(field) }
      }
    }
  }

  /// The ranges of the chunks that may contain roots.
  package var rootChunks: [Range<Int>] { chunks(ofType: .roots) }

  private func chunks(ofType type: ArchiveChunkType) -> [Range<Int>] {
    frames.filter { $0.kind == .chunk && $0.type == type.code }.map(\.range)
  }
}
