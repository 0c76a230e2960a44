extension PropertyList {
  /// How much the list is when every shared node is written out at each of its places.
  ///
  /// One for each node, and one for each byte of data and of text as UTF-8; `Int.max` when it is
  /// more than that. A file of 1,000 bytes can unfold to 10^30: ask before unfolding.
  public func unfoldedSize() -> Int {
    var sizes = [Int](repeating: 0, count: nodes.count)
    for number in childrenFirst() {
      let node = nodes[number]
      var size = 1
      switch node {
      case .string(let text): size += text.utf8.count
      case .data(let bytes): size += bytes.count
      default: break
      }
      for position in 0..<node.childCount {
        let (sum, overflow) = size.addingReportingOverflow(sizes[node.child(at: position)])
        size = overflow ? .max : sum
      }
      sizes[number] = size
    }
    return sizes[root]
  }

  /// Refuses a list that unfolds to more than the limit.
  ///
  /// - Throws: ``PropertyListError`` with the number of the root for its offset.
  public func checkUnfoldedSize(limit: Int) throws(PropertyListError) {
    guard unfoldedSize() <= limit else {
      throw PropertyListError(.unfoldsTooFar(limit: limit), at: root)
    }
  }
}
