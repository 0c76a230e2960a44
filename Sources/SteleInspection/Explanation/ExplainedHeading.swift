/// A part of an archive that has fields: a chunk, a class entry, a record, a root.
package struct ExplainedHeading: Hashable, Sendable {
  /// What the part is.
  package enum Kind: Hashable, Sendable {
    /// A chunk, and how many chunks stand before it.
    case chunk(Int)
    /// Bytes between chunks that could not be read.
    case gap
    /// A class entry, and its number.
    case entry(Int)
    /// The record of an object, and its number.
    case record(Int)
    /// A root, and its name.
    case root(String)
    /// A metadata item, and its key.
    case item(String)
  }

  /// What the part is.
  package let kind: Kind
  /// What the part is, in a few words, such as `object 3: Person version 2`; names in it are shortened.
  package let title: String
  /// The offset of the first byte.
  package let offset: Int
  /// The number of bytes, or nil if it is known only when all fields have been read.
  package let byteCount: Int?
}
