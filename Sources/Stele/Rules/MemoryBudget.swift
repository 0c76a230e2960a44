/// How much memory a reader may still take.
///
/// A reader pays what the allocator takes: an array, a box or a string is paid for with its header, and before it is made.
///
/// Spec §7.3, rule L4.
package struct MemoryBudget: Sendable {
  private var rest: Int

  package init(byteCount: Int) {
    rest = byteCount
  }

  /// What the header of an object on the heap and that of the allocator take, in bytes.
  private static let headerByteCount = 24
  /// What the header of an array on the heap and that of the allocator take, in bytes.
  private static let arrayHeaderByteCount = 40

  /// What a heap block of some content takes, which the allocator rounds up to a multiple of 16.
  private static func rounded(_ byteCount: Int) -> Int {
    let (sum, overflow) = byteCount.addingReportingOverflow(15)
    return overflow ? .max : sum & ~15
  }

  /// The memory of an array of a number of elements, in bytes; none takes no memory.
  package static func array<Element>(of type: Element.Type, count: Int) -> Int {
    guard count > 0 else { return 0 }
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    let (sum, overflow2) = byteCount.addingReportingOverflow(arrayHeaderByteCount)
    return overflow || overflow2 ? .max : rounded(sum)
  }

  /// The memory of the box of an indirect case with a payload of some type, in bytes.
  package static func box<Payload>(of type: Payload.Type) -> Int {
    // A payload that is aligned to 16 begins at a multiple of 16.
    rounded(headerByteCount + MemoryLayout<Payload>.size)
  }

  /// The memory of a string of a number of bytes beyond its own 16; short ones take none.
  package static func string(byteCount: Int) -> Int {
    byteCount > 15 ? array(of: UInt8.self, count: byteCount) : 0
  }

  /// The memory of a name beside its text, in bytes: in a list and in a table that tells names apart, which both grow by
  /// doubling.
  package static let name = 6 * MemoryLayout<String>.stride

  /// Pays for some bytes on behalf of the structure at an offset.
  ///
  /// - Throws: Rule L4 when there are not as many left.
  package mutating func pay(_ byteCount: Int, at offset: Int) throws(ArchiveError) {
    guard pay(byteCount) else { throw ArchiveError(.memory, at: offset) }
  }

  /// Takes back some bytes that were paid for what does not take them.
  package mutating func giveBack(_ byteCount: Int) { rest += byteCount }

  /// Pays for some bytes, or returns `false` if there are not as many left.
  package mutating func pay(_ byteCount: Int) -> Bool {
    guard byteCount <= rest else { return false }
    rest -= byteCount
    return true
  }
}
