internal import Stele

/// The findings so far, up to a number.
struct FindingLog {
  private(set) var findings: [Verification.Finding] = []
  private(set) var isTruncated = false
  private let maximumCount: Int

  init(maximumCount: Int) {
    // A refused archive must never look valid, whatever the caller asks for.
    self.maximumCount = max(1, maximumCount)
  }

  var isEmpty: Bool { findings.isEmpty }

  /// Whether a further finding would be kept: key paths need not be built for those that would not.
  var hasRoom: Bool { findings.count < maximumCount }

  /// A log of the same size without findings.
  func emptied() -> FindingLog { FindingLog(maximumCount: maximumCount) }

  /// Adds a finding; without a message, it has the summary of the rule.
  mutating func add(
    _ rule: ArchiveRule, at offset: Int, chunk: Chunk? = nil, object: Int? = nil,
    keyPath: String? = nil, message: String? = nil
  ) {
    let place = chunk.map {
      Verification.Finding.Chunk(index: $0.index, type: $0.type, offset: $0.offset)
    }
    add(
      Verification.Finding(
        rule: rule, offset: offset, chunk: place, object: object, keyPath: keyPath,
        message: message ?? rule.summary))
  }

  /// Adds the finding of a defect, which has a rule and an offset.
  mutating func add(_ defect: Defect, chunk: Chunk?, object: Int? = nil) {
    add(defect.rule, at: defect.offset, chunk: chunk, object: object)
  }

  private mutating func add(_ finding: Verification.Finding) {
    guard hasRoom else { return isTruncated = true }
    findings.append(finding)
  }

  mutating func append(contentsOf other: FindingLog) {
    for finding in other.findings { add(finding) }
    isTruncated = isTruncated || other.isTruncated
  }

  /// Adds the findings of two logs, each in the order of the chunks, in that order; in a chunk the first log comes first.
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

  /// Returns a cursor at the payload of a chunk; if its bytes are not available any more, the chunk is truncated (P1).
  mutating func cursor(_ bytes: VerifiedBytes, _ chunk: Chunk) -> Cursor? {
    let cursor = bytes.cursor(chunk.payload)
    if cursor == nil { add(.truncated, at: chunk.payload.lowerBound, chunk: chunk) }
    return cursor
  }
}

extension Verification.Finding {
  /// Whether the finding is in a chunk before that of another one, which may be after all chunks.
  fileprivate func isInChunk(before other: Verification.Finding) -> Bool {
    (chunk?.index ?? .max) < (other.chunk?.index ?? .max)
  }
}
