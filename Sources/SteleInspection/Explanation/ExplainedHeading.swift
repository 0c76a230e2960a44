/// A part of an archive with fields: a chunk, a class entry, a record, a root.
package struct ExplainedHeading: Hashable, Sendable {
  /// The last step to the part; nil for unreadable bytes between chunks.
  package let step: ExplainedStep?
  /// A short description of the part, such as `object 3: Person version 2`; names in it are shortened.
  package let title: String
  package let offset: Int
  /// The number of bytes, or `nil` if it is unknown until all fields have been read.
  package let byteCount: Int?
}
