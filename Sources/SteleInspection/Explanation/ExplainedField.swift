/// A field of an archive: where it is, and what it means.
package struct ExplainedField: Sendable {
  /// The offset of the first byte.
  package let offset: Int
  /// The number of bytes, at least one.
  package let byteCount: Int
  /// The first bytes, at most ``previewByteCount``.
  package let bytes: [UInt8]
  /// What the field is, such as `record length`.
  package let name: String
  /// What the bytes mean, such as `6`; text in it is shortened.
  package let value: String
  /// The section of the specification that defines the field, such as `5.2`.
  package let section: String
  /// The object that the field refers to.
  package let target: Target?
  /// The parts that the field stands in, the outermost first.
  package let headings: [ExplainedHeading]
  /// The chunk in whose payload the field stands, and the offset there.
  package let place: (chunk: Int, offset: Int)?
  /// A short name of the field in its structure.
  let id: String
  let steps: [ExplainedStep]

  /// The number of bytes in ``bytes`` at most.
  package static let previewByteCount = 64

  /// An object that a field refers to.
  package struct Target: Hashable, Sendable {
    /// The number of the object.
    package let object: Int
    /// The offset of its record, if there is one.
    package let offset: Int?
  }

  /// The offset after the last byte.
  package var endOffset: Int { offset + byteCount }

  /// A name of the field that tells it from all others of the archive, such as `2 OBJS.object[1].key[0].string.length`.
  package var path: String {
    (steps.map(\.component) + (id.isEmpty ? [] : [id])).joined(separator: ".")
  }

  /// How long a key path may become, in bytes; an archive must not choose that.
  private static let keyPathByteCount = 480

  /// The way to the value that the field belongs to, such as `objects[1].Person.name`, or nil if it belongs to none.
  package var keyPath: String? {
    var path = ""
    for step in steps {
      guard path.utf8.count < Self.keyPathByteCount else { return path + "…" }
      path += step.keyPathComponent
    }
    return path.isEmpty ? nil : path
  }

  /// The last part of the key path, from the record, root or item on, such as `name`.
  package var relativeKeyPath: String {
    var path = ""
    for step in steps {
      guard path.utf8.count < Self.keyPathByteCount else { return path + "…" }
      switch step {
      case .object, .root, .item: continue
      default: path += step.keyPathComponent
      }
    }
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }
}
