import Stele

/// A value with parts that is being read.
struct NotationFrame {
  let type: ArchiveTypeDescriptor
  /// The type of the content of an `any` value.
  var contentType = ArchiveTypeDescriptor.any
  /// The entry of a struct or enum, the case, and the stored keys.
  var entry = 0
  var caseIndex = 0
  var body: NotationBodies.Body?
  /// The depth of the parts.
  let depth: Int
  /// The node that contains the parts, for errors.
  let node: Int
  /// The unread nodes of lists, sets, maps, structs and enums.
  var children: ArraySlice<Int>
  /// The node of the only part, or of the value for the last key of a map.
  var single: Int?
  /// The parts read so far, except in structs and enums; keys and values of maps alternate.
  var values: [ArchiveValue] = []
  /// The parts of a struct or enum read so far, by the position of the key.
  var slots: [ArchiveValue?] = []
  /// The position of the key of the value that is being read.
  var place = 0

  /// Adds a part that has been read.
  mutating func add(_ value: ArchiveValue) {
    if slots.indices.contains(place) {
      slots[place] = value
    } else {
      values.append(value)
    }
  }

  /// The complete value, after all parts have been read.
  var value: ArchiveValue {
    switch type {
    case .optional: .some(values.first ?? .nil)
    case .any: .any(contentType, values.first ?? .nil)
    case .list: .list(values)
    case .set: .set(values)
    case .map:
      .map(
        stride(from: 0, to: values.count - 1, by: 2).map {
          ArchiveMapPair(key: values[$0], value: values[$0 + 1])
        })
    case .enum:
      .enum(ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: slots))
    default: .struct(ArchiveStructValue(entry: entry, values: slots))
    }
  }
}
