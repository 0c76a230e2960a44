/// A root or an item of the metadata: its name, and the positions of its type and its value.
package struct NamedValuePlace: Sendable {
  /// The name.
  package let name: String
  /// A reader at the type of the value.
  package let descriptor: ByteReader
  /// The offset of the value.
  let valueOffset: Int
  /// The index of the type, until its reader reads the next item.
  let type: Int
  /// The definitions of the class table before the chunk.
  package let definitions: Definitions
  package let isMetadata: Bool

  /// A reader at the value.
  var value: ByteReader {
    var value = descriptor
    // The value is in the bytes of the reader.
    try? value.move(to: valueOffset)
    return value
  }
}
