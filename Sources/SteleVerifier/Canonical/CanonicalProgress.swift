internal import Stele

/// What a canonical archive has been found to use so far.
///
/// Spec §9.2, rules K6 and K7.
struct CanonicalProgress {
  /// The largest object number that a reference has named.
  var namedCount = 0
  /// Whether the numbers have been found out of order: then the later ones mean nothing.
  var isNumberingBroken = false
  private(set) var usedEntries = Bitmap(below: 0)
  private(set) var usedNames = Bitmap(below: 0)

  init() {}

  init(_ classes: ClassTable) {
    usedEntries = Bitmap(below: classes.entries.count + 1)
    usedNames = Bitmap(below: classes.nameOffsets.count + 1)
  }

  mutating func use(entry: Int) {
    usedEntries.insert(entry)
  }

  mutating func use(name: Int) {
    usedNames.insert(name)
  }

  /// Notes the class names that occur in type descriptors.
  mutating func use(namesIn nodes: ArraySlice<TypeNode>) {
    for node in nodes {
      switch node.shape {
      case .reference, .optionalReference, .weak, .structure, .enumeration:
        usedNames.insert(Int(node.first))
      default:
        break
      }
    }
  }
}

extension ValueWalk {
  /// Rules K7 and K11 for a strong reference.
  mutating func meetCanonically(_ bytes: Span<UInt8>, _ number: Int, at offset: Int) {
    if number > canonical.namedCount {
      if number > canonical.namedCount + 1, !canonical.isNumberingBroken {
        note(bytes, .canonicalNumbers, offset)
        canonical.isNumberingBroken = true
      }
      canonical.namedCount = number
    }
    if keyNesting > 0 { note(bytes, .referenceInKey, offset) }
  }

  /// Rule K7 for a record whose length stands at an offset.
  mutating func meetRecord(_ bytes: Span<UInt8>, entry: Int, at offset: Int) {
    canonical.use(entry: entry)
    guard object > canonical.namedCount, !canonical.isNumberingBroken else { return }
    note(bytes, .canonicalNumbers, offset)
    canonical.isNumberingBroken = true
  }
}
