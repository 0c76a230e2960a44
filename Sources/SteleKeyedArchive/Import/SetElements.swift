/// The elements of the sets of a property list.
enum SetElements {
  /// Throws if a set contains an element twice, which rule V6 forbids.
  static func check(_ list: PropertyListGraph, order: [Int]) throws(KeyedArchiveError) {
    guard order.contains(where: { if case .set = list[$0] { true } else { false } }) else { return }
    var contents = NodeContents()
    var numbers = [Int](repeating: -1, count: list.nodes.count)
    for node in order {
      numbers[node] = contents.identity(
        of: NodeContents.content(of: list[node], numbers: numbers, ignoringOrder: false))
      guard case .set(let members) = list[node] else { continue }
      var seen: Set<Int> = []
      for member in members where !seen.insert(numbers[member]).inserted {
        throw KeyedArchiveError(.duplicateSetElement, node: member, of: list)
      }
    }
  }
}
