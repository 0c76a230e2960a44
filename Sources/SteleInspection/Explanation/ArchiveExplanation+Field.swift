import Stele

extension ArchiveExplanation {
  /// A field of an archive: its bytes and their meaning.
  ///
  /// ``name``, ``value`` and ``keyPath`` are texts for people. They may change between versions of this library.
  public struct Field: Sendable {
    /// The offset of the first byte.
    public let offset: Int
    /// The number of bytes, at least one.
    public let byteCount: Int
    /// The first bytes, at most ``previewByteCount``.
    package let bytes: ArraySlice<UInt8>
    /// The name of the field, such as `record length`.
    public let name: String
    /// The meaning of the bytes, such as `6`; long text is shortened.
    public internal(set) var value: String
    /// The section of the specification that defines the field, such as `5.2`.
    public let section: String
    /// The object that the field refers to, if the field is a reference.
    public let target: Target?
    /// The enclosing parts, outermost first.
    package let headings: [ExplainedHeading]
    /// The index of the chunk that has the field in its payload, and the offset in the payload.
    package let place: (chunk: Int, offset: Int)?
    /// A short name of the field in its structure.
    let id: String
    let steps: [ExplainedStep]

    /// The maximum length of ``bytes``.
    package static let previewByteCount = 64

    /// An object that a field refers to.
    public struct Target: Hashable, Sendable {
      /// The number of the object.
      public let object: Int
      /// The offset of its record, if the archive has one.
      public let offset: Int?
    }

    package var endOffset: Int { offset + byteCount }

    /// A name that is unique among the fields of the archive, such as `2 OBJS.object[1].key[0].string.length`.
    package var path: String {
      (steps.map(\.component) + (id.isEmpty ? [] : [id])).joined(separator: ".")
    }

    /// The key path of the value that contains the field, such as `objects[1].Person.name`, or `nil` if no value contains it.
    public var keyPath: String? {
      let path = steps.keyPath
      return path.isEmpty ? nil : path
    }

    /// Returns whether the field belongs to the value at a place, or to a part of it.
    ///
    /// The names of roots in the steps must be complete.
    package func isPart(of place: ArchivePlace) -> Bool {
      let start = steps.firstIndex { step in
        switch (step, place.holder) {
        case (.object(let number, _), .object(let wanted)): number == wanted
        case (.root(_, let name), .root(let wanted)): name.isExactly(wanted)
        case (.item(_, let name), .metadata(let wanted)): name.isExactly(wanted)
        default: false
        }
      }
      guard let start else { return false }
      return steps[(start + 1)...].compactMap(\.position).starts(with: place.positions)
    }

    /// The last part of the key path, starting at the record, root or item, such as `name`; for an entry number before a list,
    /// including the key to which it applies.
    package var relativeKeyPath: String {
      let relative = steps.compactMap { step -> ExplainedStep? in
        switch step {
        case .object, .root, .item: nil
        case .nested(let name): .key(0, KeyPathText.key(name))
        default: step
        }
      }
      let text = relative.keyPath
      return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
  }
}
