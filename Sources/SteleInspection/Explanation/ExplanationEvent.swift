/// What an ``ArchiveExplanation`` gives, in the order of the bytes.
package enum ExplanationEvent: Sendable {
  /// The beginning of a part.
  case heading(ExplainedHeading)
  /// A field.
  case field(ArchiveExplanation.Field)
}
