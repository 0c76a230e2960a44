/// The limits of the import and export of keyed archives.
public struct KeyedArchiveLimits: Hashable, Sendable {
  /// The limits of the property list.
  public var propertyList = PropertyListLimits.standard

  /// The deepest nesting of values (rule L2).
  public var valueNesting = 512

  /// The size to which a property list may unfold, as a multiple of its own size.
  ///
  /// A binary property list can use an array in many places; in a graph each use has its own copy.
  public var unfoldingFactor = 16

  /// The size to which a property list may unfold in addition to ``unfoldingFactor``.
  public var unfoldingAllowance = 1 << 20

  /// Makes the limits of the format, and limits far above every archive seen in practice.
  public init() {}
}
