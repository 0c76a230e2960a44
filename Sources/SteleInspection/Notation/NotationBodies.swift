import Stele

/// The stored keys of an entry or of each of its cases, to be found by name.
struct NotationBodies {
  /// The stored keys of an entry or case.
  struct Body {
    let keys: [ArchiveKey]
    /// The places of the keys that must have a value.
    let requiredPlaces: [Int]
    /// The places of the keys by their names in UTF-8: strings also compare equal when their
    /// scalars differ.
    private let places: [[UInt8]: Int]

    init(_ all: [ArchiveKey]) {
      let keys = all.filter(\.isStored)
      self.keys = keys
      requiredPlaces = keys.indices.filter { keys[$0].presence == .required }
      places = Dictionary(
        keys.enumerated().map { (Array($1.name.utf8), $0) },
        uniquingKeysWith: { first, _ in first })
    }

    /// The place of the key of a name.
    func place(of name: [UInt8]) -> Int? { places[name] }
  }

  /// The keys of the entry, or of each case.
  let bodies: [Body]
  /// The places of the cases that are not retired, by their names in UTF-8.
  let cases: [[UInt8]: Int]

  init(_ entry: ArchiveClassEntry) {
    if entry.kind == .enumeration {
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
  /// The stored keys of an entry, or of a case of an enum.
  mutating func body(of number: Int, caseIndex: Int = 0) -> NotationBodies.Body {
    let bodies = bodies(of: number).bodies
    return bodies.indices.contains(caseIndex) ? bodies[caseIndex] : NotationBodies.Body([])
  }

  /// The types of an entry, resolved when they are first needed.
  mutating func bodies(of number: Int) -> NotationBodies {
    if let known = bodies[number] { return known }
    let made = NotationBodies(classes[number] ?? .structure("", keys: []))
    bodies[number] = made
    return made
  }
}
