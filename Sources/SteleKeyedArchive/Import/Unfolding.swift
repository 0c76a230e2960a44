/// The size of a property list in which each shared node is copied to each of its uses.
///
/// Keys do not count: they are in the class table, once.
enum Unfolding {
  /// Throws if a list unfolds to more than the limits allow for its size.
  static func check(
    _ list: PropertyListGraph, order: [Int], limits: KeyedArchiveLimits
  ) throws(KeyedArchiveError) {
    var unfolded = [Int](repeating: 0, count: list.nodes.count)
    var folded = 0
    for node in order {
      var sum = ownSize(of: list[node])
      folded = folded.addingSaturated(sum).addingSaturated(list[node].childCount)
      for value in list[node].values { sum = sum.addingSaturated(unfolded[value]) }
      unfolded[node] = sum
    }
    let (product, overflow) = folded.multipliedReportingOverflow(by: limits.unfoldingFactor)
    let limit = overflow ? .max : product.addingSaturated(limits.unfoldingAllowance)
    guard unfolded[list.root] <= limit else {
      throw KeyedArchiveError(.unfoldsTooFar(limit: limit))
    }
  }

  /// Returns 1 for the value, plus 1 for each 16 bytes of its content.
  private static func ownSize(of node: PropertyListGraph.Node) -> Int {
    switch node {
    case .string(let text): 1 + text.utf8.count / 16
    case .data(let bytes): 1 + bytes.count / 16
    default: 1
    }
  }
}

extension Int {
  /// Returns the sum of two numbers that are not negative, or the largest number.
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
