/// The limits of the import and export of keyed archives.
public struct KeyedArchiveLimits: Hashable, Sendable {
  /// The limits of the property list.
  public var propertyList = PropertyListLimits.standard

  /// The deepest nesting of values (rule L2).
  public var valueNesting = 512

  /// How many times its own size a property list may unfold to.
  ///
  /// A binary property list can use an array in many places; in a graph each place has its own
  /// copy.
  public var unfoldingFactor = 16

  /// The size that a property list may unfold to beyond ``unfoldingFactor``.
  public var unfoldingAllowance = 1 << 20

  /// The limits of the format, and some that no archive seen in practice comes near.
  public init() {}
}
