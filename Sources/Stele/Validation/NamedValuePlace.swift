/// A root or an item of the metadata: its name, and the position of its type, which its value follows.
package struct NamedValuePlace: Sendable {
  /// The name.
  package let name: String
  /// A reader at the type of the value.
  package let descriptor: ByteReader
  /// The index of the type, until its reader reads the next item.
  let type: Int
  /// The definitions of the class table before the chunk.
  package let definitions: Definitions
  package let isMetadata: Bool

  /// The key path of the value.
  package var keyPath: String { isMetadata ? KeyPathText.item(name) : KeyPathText.root(name) }
}
