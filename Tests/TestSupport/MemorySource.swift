import Stele

/// Bytes in memory as a source of parts.
package struct MemorySource: ByteSource {
  private let content: [UInt8]

  package init(_ content: [UInt8]) { self.content = content }

  package var byteCount: Int { content.count }

  package func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) {
    buffer.append(contentsOf: content[offset...])
  }
}
