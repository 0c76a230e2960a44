internal import Stele

/// The findings made so far, up to a number.
struct FindingLog {
  private(set) var findings: [Finding] = []
  private(set) var isTruncated = false
  /// Where the part of the archive begins that is read: the offsets of what is added count from there.
  var origin = 0
  private let maximumCount: Int

  init(maximumCount: Int) {
    // A refused archive must never look valid, whatever the caller asks for.
    self.maximumCount = max(1, maximumCount)
  }

  var isEmpty: Bool { findings.isEmpty }

  /// Whether a further finding would be kept: paths need not be built for those that would not.
  var hasRoom: Bool { findings.count < maximumCount }

  mutating func add(
    _ rule: Rule, at offset: Int, chunk: Chunk? = nil, object: Int? = nil, keyPath: String? = nil
  ) {
    let place = chunk.map { Finding.Chunk(index: $0.index, type: $0.type, offset: $0.offset) }
    add(
      Finding(
        rule: rule, offset: origin + offset, chunk: place, object: object, keyPath: keyPath,
        message: rule.summary))
  }

  mutating func add(_ finding: Finding) {
    guard hasRoom else { return isTruncated = true }
    findings.append(finding)
  }

  mutating func add(_ defect: Defect, chunk: Chunk?) {
    add(defect.rule, at: defect.offset, chunk: chunk)
  }

  /// Lets a closure read the payload of a chunk, and adds what it finds at offsets in there.
  ///
  /// - Parameters:
  ///   - chunk: The chunk; one of which the bytes cannot be had any more is truncated.
  ///   - bytes: The archive.
  ///   - body: Takes the payload and this log.
  /// - Returns: What the closure returns, or nil if it was not called.
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
