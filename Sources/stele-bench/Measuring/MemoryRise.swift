internal import Foundation

/// By how much the memory of this process rises from now on.
struct MemoryRise {
  private let before: Int?

  /// Begins with the memory that the process has now.
  init() {
    ProcessUse.forgetPeak()
    before = ProcessUse.byteCount
  }

  /// The most memory since the beginning beyond that of the beginning, or nil when the system does not say.
  var byteCount: Int? {
    guard let before, let peak = ProcessUse.peakByteCount else { return nil }
    return max(0, peak - before)
  }
}
