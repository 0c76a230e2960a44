/// A container whose parts are being written.
struct WritingFrame {
  enum Elements {
    /// The elements of a list; `omitsEntry` if it is uniform.
    case list([ArchiveValue], omitsEntry: Bool)
    case set([ArchiveValue])
    case map([ArchiveMapPair])
    /// The keys of a body; `isNested` if it omits the entry numbers of its required structs.
    case body(BodyKeys, [ArchiveValue?], isNested: Bool)
  }

  let elements: Elements
  /// The index of the type of the elements, or of the keys of a map.
  var type = 0
  /// The index of the type of the values of a map.
  var second = 0
  /// The depth of the parts.
  let depth: Int
  /// The position of the current element, -1 before the first; keys and values of a map are counted in turn.
  var index = -1
  /// The position where the current set element or map key begins.
  var start = 0
  /// The set elements or map keys so far.
  var seen: UniqueList<Range<Int>>?

  /// Whether the current element is an element of a set, or the key of a map.
  var isInKey: Bool {
    switch elements {
    case .set: index >= 0
    case .map: index & 1 == 0
    case .list, .body: false
    }
  }

  /// Returns the part of a key path that leads to the current element.
  func pathComponent(_ schema: CompiledSchema) -> String {
    switch elements {
    case .list, .set: return KeyPathText.element(index)
    case .map: return KeyPathText.mapPart(index)
    case .body(let keys, _, _):
      return (0..<keys.count).contains(index)
        ? KeyPathText.key(schema.keyNames[keys[index]]) : ""
    }
  }
}
