/// The limits of a reader or writer of property lists.
public struct PropertyListLimits: Hashable, Sendable {
  /// The longest input, in bytes.
  public var inputByteCount: Int

  /// The largest number of nodes in one list.
  public var nodeCount: Int

  /// The longest chain of containers, including the outermost.
  public var depth: Int

  /// The greatest ``PropertyListGraph/unfoldedSize()`` of a list that a writer unfolds.
  public var unfoldedSize: Int

  /// The longest output, in bytes.
  public var outputByteCount: Int

  /// Makes limits; parameters that are not given have the values of ``standard``.
  public init(
    inputByteCount: Int = 1 << 30,
    nodeCount: Int = 1 << 26,
    depth: Int = 512,
    unfoldedSize: Int = 1 << 28,
    outputByteCount: Int = 1 << 30
  ) {
    self.inputByteCount = inputByteCount
    self.nodeCount = nodeCount
    self.depth = depth
    self.unfoldedSize = unfoldedSize
    self.outputByteCount = outputByteCount
  }

  /// Limits far above every archive seen in practice.
  public static let standard = PropertyListLimits()
}
