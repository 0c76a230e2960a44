/// A part of an archive with fields: a chunk, a class entry, a record, a root.
package struct ExplainedHeading: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A chunk, with the number of chunks before it.
    case chunk(Int)
    /// Unreadable bytes between chunks.
    case gap
    /// A class entry, with its number.
    case entry(Int)
    /// The record of an object, with the number of the object.
    case record(Int)
    /// A root, with its name.
    case root(String)
    /// A metadata item, with its key.
    case item(String)
  }

  package let kind: Kind
  /// A short description of the part in UTF-8, such as `object 3: Person version 2`; names in it are shortened.
  package let titleText: [UInt8]
  package let offset: Int
  /// The number of bytes, or `nil` if it is unknown until all fields have been read.
  package let byteCount: Int?
}
