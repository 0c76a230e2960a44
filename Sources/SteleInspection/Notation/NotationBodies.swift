import Stele

/// The stored keys of an entry or of each of its cases, for look-up by name.
struct NotationBodies {
  /// The stored keys of an entry or case.
  struct Body {
    let keys: [ArchiveKey]
    /// The positions of the required keys.
    let requiredPlaces: [Int]
    /// The positions of the keys by their names in UTF-8, because strings with different scalars can compare equal.
    private let places: [[UInt8]: Int]

    init(_ all: [ArchiveKey]) {
      let keys = all.filter(\.isStored)
      self.keys = keys
      requiredPlaces = keys.indices.filter { keys[$0].presence == .required }
      places = Dictionary(
        keys.enumerated().map { (Array($1.name.utf8), $0) },
        uniquingKeysWith: { first, _ in first })
    }

    /// Returns the position of the key with a name.
    func place(of name: [UInt8]) -> Int? { places[name] }
  }

  /// The keys of the entry, or of each case.
  let bodies: [Body]
  /// The positions of the cases that are not retired, by their names in UTF-8.
  let cases: [[UInt8]: Int]

  init(_ entry: ArchiveClassEntry) {
    if entry.kind == .enum {
      bodies = entry.cases.map { Body($0.keys) }
    } else {
      bodies = [Body(entry.keys)]
    }
    cases = Dictionary(
      entry.cases.enumerated().filter { !$1.isRetired }.map { (Array($1.name.utf8), $0) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension NotationReader {
  /// Returns the stored keys of an entry, or of a case of an enum.
  mutating func body(of number: Int, caseIndex: Int = 0) -> NotationBodies.Body {
    let bodies = bodies(of: number).bodies
    return bodies.indices.contains(caseIndex) ? bodies[caseIndex] : NotationBodies.Body([])
  }

  /// Returns the keys of an entry, whose types are resolved at first use.
  mutating func bodies(of number: Int) -> NotationBodies {
    if let known = bodies[number] { return known }
    let made = NotationBodies(classes[number] ?? .struct("", keys: []))
    bodies[number] = made
    return made
  }
}
