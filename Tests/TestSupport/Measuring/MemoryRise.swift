internal import Foundation

/// By how much the memory of this process rises from now on, without the pages of files.
///
/// The only files here are the program and its libraries. Their pages are counted once they are touched, sixteen at a
/// time, but any number of processes share them, and the system drops them when it needs the memory. What is decoded
/// first in a process would be charged with most of the code of its decoder.
package struct MemoryRise {
  private let before: Int?

  /// Begins with the memory that the process has now.
  package init() {
    ProcessUse.forgetPeak()
    before = Self.ownByteCount(of: ProcessUse.byteCount)
  }

  /// The most memory since the beginning beyond that of the beginning, or nil if the system does not report it.
  ///
  /// Code that is touched first after the peak makes it smaller than it was.
  package var byteCount: Int? {
    guard let before, let peak = Self.ownByteCount(of: ProcessUse.peakByteCount) else { return nil }
    return max(0, peak - before)
  }

  /// Returns an amount of memory less the pages of files that are resident now.
  private static func ownByteCount(of byteCount: Int?) -> Int? {
    guard let byteCount, let fileByteCount = ProcessUse.fileByteCount else { return nil }
    return byteCount - fileByteCount
  }
}
