#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The largest numbers of bytes that are read into memory.
package enum ReadLimit {
  /// The limit for streams without a size: standard input, pipes and devices.
  package static let streamByteCount = 1 << 30

  /// The limit for a file: the memory of the machine.
  package static var memoryByteCount: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory)
  }
}
