/// The limits of a reader.
///
/// Spec §8.3.
public struct ArchiveLimits: Hashable, Sendable {
  /// The greatest depth of type descriptors (rule L1).
  public var descriptorNesting = 64
  /// The greatest depth of values (rule L2).
  public var valueNesting = 512
  /// The greatest number of entries on a chain of superclasses (rule L3).
  public var superclassChain = 256
  /// The number of bytes of memory that the reader may hold for each byte of the archive (rule L4).
  public var memoryPerByte = 64
  /// The number of bytes of memory that the reader may hold in addition to ``memoryPerByte`` (rule L4).
  public var memoryAllowance = 1 << 20

  /// Makes the limits of the specification.
  public init() {}

  /// Returns the most memory that the reader may hold for an archive of a size, in bytes.
  package func memory(forByteCount byteCount: Int) -> Int {
    let (product, overflow) = byteCount.multipliedReportingOverflow(by: memoryPerByte)
    let (sum, overflow2) = product.addingReportingOverflow(memoryAllowance)
    return overflow || overflow2 ? .max : sum
  }
}

/// The memory that a reader may still take.
///
/// A reader pays before it allocates, for an array, a box or a string including its header.
///
/// Spec §8.3, rule L4.
package struct MemoryBudget: Sendable {
  private var rest: Int

  package init(byteCount: Int) {
    rest = byteCount
  }

  /// The size of the headers of an object and of its allocation, in bytes.
  private static let headerByteCount = 24
  /// The size of the headers of an array and of its allocation, in bytes.
  private static let arrayHeaderByteCount = 40

  /// Returns the size of an allocation, which is rounded up to a multiple of 16.
  private static func rounded(_ byteCount: Int) -> Int {
    let (sum, overflow) = byteCount.addingReportingOverflow(15)
    return overflow ? .max : sum & ~15
  }

  /// Returns the memory of an array of a number of elements, in bytes; 0 for an empty one.
  package static func array<Element>(of type: Element.Type, count: Int) -> Int {
    guard count > 0 else { return 0 }
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    let (sum, overflow2) = byteCount.addingReportingOverflow(arrayHeaderByteCount)
    return overflow || overflow2 ? .max : rounded(sum)
  }

  /// Returns the memory of the box of an indirect case with a payload of a type, in bytes.
  package static func box<Payload>(of type: Payload.Type) -> Int {
    // A payload that is aligned to 16 begins at a multiple of 16.
    rounded(headerByteCount + MemoryLayout<Payload>.size)
  }

  /// Returns the memory of a string of a number of bytes beyond its own 16; 0 for a short one.
  package static func string(byteCount: Int) -> Int {
    byteCount > 15 ? array(of: UInt8.self, count: byteCount) : 0
  }

  /// The memory of a name beside its text, in bytes: in a list and in a table of distinct names, which both grow by
  /// doubling.
  package static let name = 6 * MemoryLayout<String>.stride

  /// Pays for bytes that the structure at an offset needs.
  ///
  /// - Throws: Rule L4 if fewer bytes are left.
  package mutating func pay(_ byteCount: Int, at offset: Int) throws(ArchiveError) {
    guard pay(byteCount) else { throw ArchiveError(.memory, at: offset) }
  }

  /// Returns the number of bytes that have been paid for since an earlier state.
  func byteCount(paidSince earlier: MemoryBudget) -> Int { earlier.rest - rest }

  /// Refunds bytes that were paid for and are not used.
  package mutating func giveBack(_ byteCount: Int) { rest += byteCount }

  /// Pays for bytes, or returns `false` if fewer are left.
  package mutating func pay(_ byteCount: Int) -> Bool {
    guard byteCount <= rest else { return false }
    rest -= byteCount
    return true
  }
}
