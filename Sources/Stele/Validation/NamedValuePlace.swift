/// A validated root or item of the metadata: its name, and the position of its value.
package struct NamedValuePlace: Sendable {
  /// The name.
  package let name: String
  /// A reader at the type of the value.
  package let descriptor: ByteReader
  /// The definitions of the class table before the chunk.
  package let definitions: Definitions
  package let isMetadata: Bool

  package init(_ item: NamedValuesReader.Item, in reader: NamedValuesReader) {
    name = item.name
    descriptor = item.descriptor
    definitions = reader.definitions
    isMetadata = reader.isMetadata
  }
}
