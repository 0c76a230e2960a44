/// What has been worked out for some entries of a class table, so much of it at a time that an archive cannot make it large.
///
/// An entry of five bytes can inherit the keys of 255 others (spec §10.5). What is written out for each entry with all keys
/// of its chain would take memory in the square of the table, so it is kept for a limited number of keys; then everything
/// is forgotten and worked out again when it is needed.
package struct EntryCache<Content> {
  /// How many keys and levels all contents may have together.
  private static var limit: Int { 8_192 }

  private var contents: [Int: Content] = [:]
  private var size = 0

  package init() {}

  /// What is kept of an entry.
  package subscript(entry: Int) -> Content? {
    @inline(__always) get { contents[entry] }
  }

  /// Keeps the content of an entry, and gives it.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - entry: The entry number.
  ///   - added: How many keys and levels the content has.
  /// - Returns: The content.
  package mutating func keep(_ content: Content, of entry: Int, size added: Int) -> Content {
    if size + added >= Self.limit {
      contents = [:]
      size = 0
    }
    contents[entry] = content
    size += added + 1
    return content
  }
}

extension EntryCache: Sendable where Content: Sendable {}
