extension PropertyListGraph {
  /// Returns the size of the list if every shared node were copied to each of its uses.
  ///
  /// The size is one for each node, and one for each byte of data and of text in UTF-8; at most `Int.max`. A file of 1,000
  /// bytes can unfold to 10^30: check the size before unfolding.
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

  /// Throws if the list unfolds to more than a limit.
  ///
  /// - Throws: ``PropertyListError`` with the number of the root as its offset.
  public func checkUnfoldedSize(limit: Int) throws(PropertyListError) {
    guard unfoldedSize() <= limit else {
      throw PropertyListError(.unfoldsTooFar(limit: limit), at: root)
    }
  }
}
