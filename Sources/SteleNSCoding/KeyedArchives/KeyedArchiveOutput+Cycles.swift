internal import Foundation
internal import Stele
internal import SteleKeyedArchive

// Cycles of collections, which no unarchiver can make.
extension KeyedArchiveOutput {
  /// Throws if Foundation collections contain each other in a cycle.
  ///
  /// Cycles through other objects are left to the reader: `NSKeyedUnarchiver` on Apple's systems
  /// returns objects whose initialisers are still running.
  ///
  /// - Throws: `EncodingError`.
  func refuseCycles() throws {
    var edges = StrongEdges()
    for uid in collections.keys.sorted() {
      edges.begin(uid)
      for target in elements(of: uid) where collections[target] != nil { edges.add(to: target) }
    }
    guard let cycle = edges.firstCycle() else { return }
    let path = cycle.compactMap { collections[$0] }.map {
      "\(CodingClass.name(of: type(of: $0))).NS.objects"
    }
    var error = SteleCodingError(.strongCycle(path))
    error.className = collections[cycle[0]].map { CodingClass.name(of: type(of: $0)) }
    error.hint = SteleKeyedUnarchiver.adviceOnCycles
    // Printing a collection that contains itself does not end, so the error only names its class.
    throw error.encodingError(error.className ?? "")
  }

  /// Returns the members of a collection.
  private func elements(of uid: Int) -> [Int] {
    guard case .dictionary(_, let values) = arena.nodes[members[uid]] else { return [] }
    return values.flatMap { value -> [Int] in
      guard case .array(let elements) = arena.nodes[value] else { return [] }
      return elements.compactMap { element in
        guard case .uid(let number) = arena.nodes[element] else { return nil }
        return Int(exactly: number)
      }
    }
  }
}
