/// The limits of a reader.
///
/// Spec §7.3.
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
