internal import Foundation

/// The figures of a run.
struct Report: Codable {
  /// The fastest and the middle one of some runs.
  struct Times: Codable {
    let minimum: Double
    let median: Double
    let runCount: Int

    init(_ times: [Double]) {
      let sorted = times.sorted()
      minimum = sorted.first ?? 0
      median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
      runCount = sorted.count
    }
  }

  let workload: String
  let fileByteCount: Int
  let objectCount: Int
  let writeSeconds: Double
  let verifySeconds: Times
  let verifyProcessorSeconds: Times
  let verifyPeakByteCount: Int?
  let objectSeconds: Times
  let objectAgainSeconds: Times
  let objectPeakByteCount: Int?
  let sizes: Sizes

  /// The report in JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// The report in lines for people.
  var text: String {
    """
    archive          \(workload), \(megabytes(fileByteCount)), \(objectCount) objects
    write            \(rate(writeSeconds)) (\(decimal(writeSeconds, 2)) s, content made meanwhile)
    verify           \(rate(verifySeconds.minimum)) best, \(rate(verifySeconds.median)) median of \
    \(verifySeconds.runCount) runs, every reference checked
      processor      \(rate(verifyProcessorSeconds.minimum)) best, \
    \(rate(verifyProcessorSeconds.median)) median, by the time that the processor worked
      peak memory    \(memory(verifyPeakByteCount)), what is mapped included
    open and read 1  \(milliseconds(objectSeconds.minimum)) best, \
    \(milliseconds(objectSeconds.median)) median of \(objectSeconds.runCount) fresh processes
      once more      \(milliseconds(objectAgainSeconds.minimum)) best, \
    \(milliseconds(objectAgainSeconds.median)) median, opened anew in the same process
      peak memory    \(memory(objectPeakByteCount))
    sizes            empty \(sizes.emptyByteCount) bytes, with one object of two keys \
    \(sizes.oneObjectByteCount) bytes, each further one \(decimal(sizes.furtherObjectByteCount, 2)) bytes
    """
  }

  private func decimal(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }

  private func megabytes(_ byteCount: Int) -> String {
    decimal(Double(byteCount) / 1e6, 1) + " MB"
  }

  private func rate(_ seconds: Double) -> String {
    decimal(Double(fileByteCount) / 1e6 / max(seconds, 1e-9), 0) + " MB/s"
  }

  private func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1000, 2) + " ms" }

  private func memory(_ byteCount: Int?) -> String {
    guard let byteCount else { return "not known" }
    let part = Double(byteCount) / Double(max(1, fileByteCount)) * 100
    return "\(megabytes(byteCount)), \(decimal(part, 1)) % of the file"
  }
}
