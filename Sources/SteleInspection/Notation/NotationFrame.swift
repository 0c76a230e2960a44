import Stele

/// A value of a text that has begun and contains others, while it is being read.
struct NotationFrame {
  /// What the value is, and what types the values in it have.
  enum Shape {
    case some(ArchiveTypeDescriptor)
    case any(ArchiveTypeDescriptor)
    case list(ArchiveTypeDescriptor)
    case set(ArchiveTypeDescriptor)
    case map(key: ArchiveTypeDescriptor, value: ArchiveTypeDescriptor)
    case structure(entry: Int, NotationBodies.Body)
    case enumeration(entry: Int, caseIndex: Int, NotationBodies.Body)
  }

  let shape: Shape
  /// How deep the values in it are.
  let depth: Int
  /// The node that has the values, for errors.
  let node: Int
  /// The nodes that have not been read, of lists, sets, maps, structs and enums.
  var children: JSONChildren
  /// The node of the only value, or of the value that belongs to a key of a map.
  var single: Int?
  /// What has been read of all but structs and enums; in maps keys and values by turns.
  var values: [ArchiveValue] = []
  /// What has been read of a struct or enum, by the place of the key.
  var slots: [ArchiveValue?] = []
  /// The place of the key whose value is being read.
  var place = 0

  /// Takes a value that has been read.
  mutating func add(_ value: ArchiveValue) {
    if slots.indices.contains(place) {
      slots[place] = value
    } else {
      values.append(value)
    }
  }

  /// The stored keys of a struct or enum.
  var body: NotationBodies.Body? {
    switch shape {
    case .structure(_, let body), .enumeration(_, _, let body): body
    default: nil
    }
  }

  /// The whole value, when all of it has been read.
  var value: ArchiveValue {
    switch shape {
    case .some: .some(values.first ?? .nil)
    case .any(let type): .any(type, values.first ?? .nil)
    case .list: .list(values)
    case .set: .set(values)
    case .map:
      .map(
        stride(from: 0, to: values.count - 1, by: 2).map {
          ArchiveMapPair(key: values[$0], value: values[$0 + 1])
        })
    case .structure(let entry, _): .structure(ArchiveStructValue(entry: entry, values: slots))
    case .enumeration(let entry, let caseIndex, _):
      .enumeration(ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: slots))
    }
  }
}
