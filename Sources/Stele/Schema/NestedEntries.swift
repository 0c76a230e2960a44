/// The entry numbers that a uniform list says once for all of its elements.
///
/// Number 0 is that of the elements. After each number come those of the required keys of its entry that are
/// structs, as they do in the file.
///
/// Spec §3.5.
package struct NestedEntries: Hashable, Sendable {
  /// The numbers.
  package private(set) var entries: [Int]
  /// For each number, where those end that belong to it.
  private var ends: [Int]

  /// Begins with the entry of the elements.
  package init(_ entry: Int) {
    entries = [entry]
    ends = [1]
  }

  /// How many numbers there are.
  package var count: Int { entries.count }

  /// The first number that does not belong to one.
  package func end(of place: Int) -> Int { ends[place] }

  /// Adds a number.
  ///
  /// - Returns: Its place.
  package mutating func append(_ entry: Int) -> Int {
    entries.append(entry)
    ends.append(entries.count)
    return entries.count - 1
  }

  /// Says that all numbers have been added that belong to one.
  package mutating func close(_ place: Int) { ends[place] = entries.count }

  /// A number with those that belong to it, as if it were that of the elements.
  package func part(at place: Int) -> NestedEntries {
    guard place > 0 else { return self }
    var part = self
    part.entries = Array(entries[place..<ends[place]])
    part.ends = ends[place..<ends[place]].map { $0 - place }
    return part
  }
}

extension Key {
  /// Whether uniform lists say the entry of the values once.
  ///
  /// Spec §3.5.
  package var isNestedInLists: Bool { presence == .required && type.code == .struct }
}
