/// A reference that has been found in a value.
struct FoundReference: BitwiseCopyable {
  /// The number of the object.
  let number: Int
  let type: ArchivedType
  /// Whether it is in an element of a set or in a key of a map.
  let isHashed: Bool

  /// Whether it keeps its object alive.
  var isStrong: Bool { type.isReference }
}

/// Collects the references in validated values, except nil references, and moves over values.
final class ReferenceFinder: ValueVisitor {
  // Safe, for both: no function calls one that could begin another access; a check would cost decoders by `Codable` 4 %.
  @exclusivity(unchecked) private var collects = false
  @exclusivity(unchecked) private var references: [FoundReference] = []

  var isInterested: Bool { false }
  var findsReferences: Bool { true }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    guard unsafe collects, number > 0 else { return }
    unsafe references.append(
      FoundReference(
        number: number, type: ArchivedType(type, index: index), isHashed: isHashed))
  }

  /// Begins to collect.
  fileprivate func begin() { unsafe collects = true }

  /// Ends to collect, and exchanges the references for an empty list.
  fileprivate func end(_ found: inout [FoundReference]) {
    unsafe collects = false
    unsafe swap(&found, &references)
  }
}

extension ArchivedTypes {
  /// Collects the references in the values over which a function moves.
  private func find(_ move: () -> Void) -> [FoundReference] {
    finder.begin()
    move()
    var found: [FoundReference] = []
    // Taken out, so that references may be collected while the caller handles these.
    finder.end(&found)
    return found
  }

  func references(in type: ArchivedType, at start: ValidCursor) -> [FoundReference] {
    var input = start
    return find { skip(type, &input) }
  }

  /// Calls a function with each reference in a record, which starts at its presence bytes.
  func forEachReference(
    inRecordOf entry: Int, at start: ValidCursor, _ body: (FoundReference) -> Void
  ) {
    var input = start
    var found = find {
      input.withCursor { input throws(ArchiveError) in
        try values.walkRecord(ofEntry: entry, object: 0, &input)
      }
    }
    for reference in found { body(reference) }
    found.removeAll(keepingCapacity: true)
    finder.end(&found)
  }
}
