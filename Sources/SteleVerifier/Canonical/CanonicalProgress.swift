internal import Stele

/// The state of phase 7 between values.
///
/// Spec §9.2, rules K6 and K7.
struct CanonicalProgress {
  /// The largest object number in a reference so far.
  var namedCount = 0
  /// Whether the numbers are out of order: then the later ones mean nothing.
  var isNumberingBroken = false
  private(set) var usedEntries: Bitmap
  private(set) var usedNames: Bitmap

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
      switch node.layout {
      case .reference, .optionalReference, .weak, .structure, .enumeration:
        usedNames.insert(Int(node.first))
      default:
        break
      }
    }
  }
}

extension ValuePass {
  /// Rules K7 and K11 for a strong reference, nil or not.
  @inline(never)
  mutating func checkCanonical(reference number: Int, at offset: Int, _ bytes: Span<UInt8>) {
    if let canonical, number > canonical.namedCount {
      if number > canonical.namedCount + 1 { breakNumbering(at: offset, bytes) }
      self.canonical?.namedCount = number
    }
    if keyNesting > 0 { note(bytes, .referenceInKey, offset) }
  }

  /// Rule K7 for a record whose length stands at an offset.
  mutating func checkCanonical(recordOf entry: Int, at offset: Int, _ bytes: Span<UInt8>) {
    canonical?.use(entry: entry)
    if let canonical, object > canonical.namedCount { breakNumbering(at: offset, bytes) }
  }

  private mutating func breakNumbering(at offset: Int, _ bytes: Span<UInt8>) {
    if canonical?.isNumberingBroken == false { note(bytes, .canonicalNumbers, offset) }
    canonical?.isNumberingBroken = true
  }
}
