package import Stele
package import SteleModel

extension ArchiveGraph {
  /// Adds an object of an entry with the values of its stored keys, and returns its number.
  @discardableResult
  package mutating func add(_ entry: Int, _ values: ArchiveValue?...) -> Int {
    add(ArchiveObject(entry: entry, values: values))
  }

  /// The archive in blocks of about a size, without the name of the writer and the document type.
  package func encoded(blockByteCount: Int) throws -> [UInt8] {
    var writer = try ArchiveWriter(
      sink: ArraySink(), options: ArchiveWriterOptions(blockByteCount: blockByteCount))
    for entry in classes.entries { _ = try writer.define(entry) }
    for object in objects { _ = try writer.append(object) }
    for root in roots { try writer.addRoot(root) }
    return try writer.finish(metadata: metadata).bytes
  }
}

extension ArchiveValue {
  /// A struct of an entry, with the values of its stored keys.
  package static func `struct`(_ entry: Int, _ values: ArchiveValue?...) -> ArchiveValue {
    .struct(ArchiveStructValue(entry: entry, values: values))
  }

  /// A case of an enum, with the values of its payload.
  package static func `enum`(
    _ entry: Int, case index: Int, _ values: ArchiveValue?...
  ) -> ArchiveValue {
    .enum(ArchiveEnumValue(entry: entry, caseIndex: index, values: values))
  }

  /// A list of references to objects.
  package static func references(_ numbers: some Sequence<Int>) -> ArchiveValue {
    .list(numbers.map { .reference($0) })
  }
}

/// Keys that have been there from the first version, and that every value has.
package typealias PlainKeys = KeyValuePairs<String, ArchiveTypeDescriptor>

extension ArchiveClassEntry {
  /// A class with plain keys.
  package static func `class`(
    _ name: String, version: Int = 1, superclass: Int? = nil, keys: PlainKeys
  ) -> ArchiveClassEntry {
    .class(
      name, version: version, superclass: superclass,
      keys: keys.map { ArchiveKey($0.key, $0.value) }
    )
  }

  /// A struct with plain keys.
  package static func `struct`(
    _ name: String, version: Int = 1, keys: PlainKeys
  ) -> ArchiveClassEntry {
    .struct(name, version: version, keys: keys.map { ArchiveKey($0.key, $0.value) })
  }
}

extension ArchiveCase {
  /// A case with plain keys.
  package init(_ name: String, since: Int = 1, keys: PlainKeys) {
    self.init(name, since: since, keys: keys.map { ArchiveKey($0.key, $0.value) })
  }
}
