extension Array {
  /// Returns the index of the first element that satisfies a condition, or the number of elements.
  ///
  /// All elements after that one must satisfy the condition, too.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable package func firstSortedIndex(where isSought: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isSought(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
