import Stele

/// The stored keys of an entry or of each of its cases, for look-up by name.
struct NotationBodies {
  struct Body {
    let keys: [ArchiveKey]
    let places: PositionsByName

    init(_ all: [ArchiveKey]) {
      keys = all.filter(\.isStored)
      places = PositionsByName(keys.map(\.name))
    }
  }

  /// The keys of the entry, or of each case.
  let bodies: [Body]
  /// The positions of the cases that are not retired.
  let cases: PositionsByName

  init(_ entry: ArchiveClassEntry) {
    if entry.kind == .enum {
      bodies = entry.cases.map { Body($0.keys) }
    } else {
      bodies = [Body(entry.keys)]
    }
    cases = PositionsByName(entry.cases.map(\.name)) { !entry.cases[$0].isRetired }
  }
}

extension NotationReader {
  /// Returns the stored keys of an entry, or of a case of an enum.
  mutating func body(of number: Int, caseIndex: Int = 0) -> NotationBodies.Body {
    let bodies = bodies(of: number).bodies
    return bodies.indices.contains(caseIndex) ? bodies[caseIndex] : NotationBodies.Body([])
  }

  /// Returns the keys of an entry; they are resolved at first use.
  mutating func bodies(of number: Int) -> NotationBodies {
    if let known = bodies[number] { return known }
    let made = NotationBodies(classes[number] ?? .struct("", keys: []))
    bodies[number] = made
    return made
  }
}
