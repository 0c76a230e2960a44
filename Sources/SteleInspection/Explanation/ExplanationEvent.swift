/// A part or field of an ``ArchiveExplanation``, in the order of the bytes.
package enum ExplanationEvent: Sendable {
  /// The beginning of a part.
  case heading(ExplainedHeading)
  /// A field.
  case field(ArchiveExplanation.Field)
}
