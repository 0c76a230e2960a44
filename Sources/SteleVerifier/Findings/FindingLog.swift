internal import Stele

/// The findings made so far, up to a number.
struct FindingLog {
  private(set) var findings: [Finding] = []
  private(set) var isTruncated = false
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
    guard hasRoom else {
      isTruncated = true
      return
    }
    let place = chunk.map { Finding.Chunk(index: $0.index, type: $0.type, offset: $0.offset) }
    findings.append(
      Finding(
        rule: rule, offset: offset, chunk: place, object: object, keyPath: keyPath,
        message: rule.summary))
  }

  mutating func add(_ defect: Defect, chunk: Chunk?) {
    add(defect.rule, at: defect.offset, chunk: chunk)
  }
}
