/// What the import and the export of keyed archives agree to at most.
public struct KeyedArchiveLimits: Hashable, Sendable {
  /// The limits of the property list.
  public var propertyList = PropertyListLimits.standard

  /// How deep values may nest (rule L2).
  public var valueNesting = 512

  /// How many times its own size a property list may unfold to.
  ///
  /// A binary property list can use an array at many places; in a graph each place has its own.
  public var unfoldingFactor = 16

  /// How much a property list may unfold to beyond ``unfoldingFactor``.
  public var unfoldingAllowance = 1 << 20

  /// The limits that the format sets, and some that no archive seen in practice comes near.
  public init() {}
}
