internal import Foundation

/// How many bytes are read into memory.
package enum ReadLimit {
  /// From what does not say how many it has: standard input, pipes and devices.
  package static let streamByteCount = 1 << 30

  /// From a file: as many as the machine has memory.
  package static var memoryByteCount: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory)
  }
}
