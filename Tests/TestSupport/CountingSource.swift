import Stele
import Synchronization

/// Bytes in memory as a source that keeps account of what is read.
package struct CountingSource: ByteSource {
  private final class Account: Sendable { let ranges = Mutex<[Range<Int>]>([]) }

  private let content: [UInt8]
  private let account = Account()

  package init(_ content: [UInt8]) { self.content = content }

  /// The ranges that have been read, in the order of the requests.
  package var ranges: [Range<Int>] { account.ranges.withLock { $0 } }

  /// The number of bytes that have been read.
  package var readByteCount: Int { ranges.reduce(0) { $0 + $1.count } }

  package var byteCount: Int { content.count }

  package func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) {
    let range = offset..<(offset + buffer.freeCapacity)
    account.ranges.withLock { $0.append(range) }
    buffer.append(contentsOf: content[range])
  }
}
