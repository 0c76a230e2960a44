/// What a reader accepts at most.
///
/// Spec §7.3.
public struct ArchiveLimits: Hashable, Sendable {
  /// How deep type descriptors may nest (rule L1).
  public var descriptorNesting = 64
  /// How deep values may nest (rule L2).
  public var valueNesting = 512
  /// How many entries a chain of superclasses may have (rule L3).
  public var superclassChain = 256
  /// How many bytes of memory the reader may hold for each byte of the archive (rule L4).
  public var memoryPerByte = 64
  /// How many bytes of memory the reader may hold beyond ``memoryPerByte`` (rule L4).
  public var memoryAllowance = 1 << 20

  /// The limits that the specification sets.
  public init() {}

  /// The most that the reader may hold for an archive of a size, in bytes.
  package func memory(forByteCount byteCount: Int) -> Int {
    let (product, overflow) = byteCount.multipliedReportingOverflow(by: memoryPerByte)
    let (sum, overflow2) = product.addingReportingOverflow(memoryAllowance)
    return overflow || overflow2 ? .max : sum
  }
}
