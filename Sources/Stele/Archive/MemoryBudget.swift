/// How much memory a reader may still take.
///
/// Spec §7.3, rule L4.
package struct MemoryBudget: Sendable {
  private var rest: Int

  package init(byteCount: Int) {
    rest = byteCount
  }

  /// The memory that a value takes in a container, in bytes.
  package static let valueByteCount = MemoryLayout<Value?>.stride

  /// Pays for some bytes on behalf of the structure at an offset.
  package mutating func pay(_ byteCount: Int, at offset: Int) throws(ArchiveError) {
    guard byteCount <= rest else { throw ArchiveError(.memory, at: offset) }
    rest -= byteCount
  }
}
