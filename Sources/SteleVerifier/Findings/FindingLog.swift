internal import Stele

/// The findings so far, up to a number.
struct FindingLog {
  private(set) var findings: [Finding] = []
  private(set) var isTruncated = false
  /// The offset in the archive from which the offsets of new findings count: that of a payload, or 0.
  var origin = 0
  private let maximumCount: Int

  init(maximumCount: Int) {
    // A refused archive must never look valid, whatever the caller asks for.
    self.maximumCount = max(1, maximumCount)
  }

  var isEmpty: Bool { findings.isEmpty }

  /// Whether a further finding would be kept: key paths need not be built for those that would not.
  var hasRoom: Bool { findings.count < maximumCount }

  mutating func add(
    _ rule: ArchiveRule, at offset: Int, chunk: Chunk? = nil, object: Int? = nil,
    keyPath: String? = nil, message: String? = nil
  ) {
    let place = chunk.map { Finding.Chunk(index: $0.index, type: $0.type, offset: $0.offset) }
    add(
      Finding(
        rule: rule, offset: origin + offset, chunk: place, object: object, keyPath: keyPath,
        message: message ?? rule.summary))
  }

  mutating func add(_ finding: Finding) {
    guard hasRoom else { return isTruncated = true }
    findings.append(finding)
  }

  mutating func removeAll() {
    findings = []
    isTruncated = false
  }

  /// A log of the same size without findings.
  func emptied() -> FindingLog { FindingLog(maximumCount: maximumCount) }

  mutating func add(_ defect: Defect, chunk: Chunk?) {
    add(defect.rule, at: defect.offset, chunk: chunk)
  }

  mutating func append(contentsOf other: FindingLog) {
    for finding in other.findings { add(finding) }
    isTruncated = isTruncated || other.isTruncated
  }

  /// Adds the findings of two logs in the order of their chunks, each of which is in that order; in a chunk the first
  /// log comes first.
  mutating func append(merging first: FindingLog, _ second: FindingLog) {
    var rest = second.findings[...]
    for finding in first.findings {
      while let other = rest.first, other.isInChunk(before: finding) {
        add(other)
        rest.removeFirst()
      }
      add(finding)
    }
    for finding in rest { add(finding) }
    isTruncated = isTruncated || first.isTruncated || second.isTruncated
  }

  /// Calls a closure with the payload of a chunk, for findings at offsets in there.
  ///
  /// - Parameters:
  ///   - chunk: The chunk; if its bytes cannot be had any more, it is truncated.
  ///   - bytes: The archive.
  ///   - body: Takes the payload and this log.
  /// - Returns: The result of the closure, or nil if it was not called.
  @discardableResult
  mutating func read<Result>(
    _ chunk: Chunk, of bytes: VerifiedBytes, _ body: (Span<UInt8>, inout FindingLog) -> Result
  ) -> Result? {
    origin = chunk.payload.lowerBound
    defer { origin = 0 }
    if let result = bytes.withPart(chunk.payload, { body($0, &self) }) { return result }
    add(.truncated, at: 0, chunk: chunk)
    return nil
  }
}

extension Finding {
  /// Whether the finding is in a chunk that stands before that of another one, which may be after all chunks.
  fileprivate func isInChunk(before other: Finding) -> Bool {
    (chunk?.index ?? .max) < (other.chunk?.index ?? .max)
  }
}
