import Stele

/// The first position of each name in a list.
struct PositionsByName {
  private var positions: [ExactString: Int] = [:]

  /// Finds the positions of the names for which a condition is true.
  init(_ names: [String], where isIncluded: (Int) -> Bool = { _ in true }) {
    for (index, name) in names.enumerated() where isIncluded(index) {
      if positions[ExactString(name)] == nil { positions[ExactString(name)] = index }
    }
  }

  subscript(name: String) -> Int? { positions[ExactString(name)] }
}
