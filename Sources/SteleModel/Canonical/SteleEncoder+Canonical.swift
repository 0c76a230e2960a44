public import Stele

extension SteleEncoder {
  /// The layout of an archive.
  public struct OutputFormatting: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The canonical form: equal content gives equal bytes, sets and dictionaries included.
    ///
    /// Spec chapter 9.
    public static let canonical = OutputFormatting(rawValue: 1)
  }

  /// The layout of an archive.
  public var outputFormatting: OutputFormatting {
    get { canonicalForm == nil ? [] : .canonical }
    set { canonicalForm = newValue.contains(.canonical) ? Canonicalizer.canonicalForm : nil }
  }
}

extension Canonicalizer {
  /// Returns the canonical form of an archive that a program has made.
  fileprivate static let canonicalForm = { @Sendable (archive: [UInt8], includesMetadata: Bool) in
    var canonical: [UInt8] = []
    try Canonicalizer(
      .memory(archive), includesMetadata: includesMetadata, limits: ArchiveLimits()
    ).forEachPiece { canonical += $0 }
    return canonical
  }
}
