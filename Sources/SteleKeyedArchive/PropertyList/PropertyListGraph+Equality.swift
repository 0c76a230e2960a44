extension PropertyListGraph: Equatable {
  /// Compares the contents of two lists, including the order of keys.
  public static func == (left: PropertyListGraph, right: PropertyListGraph) -> Bool {
    left.isEqual(to: right)
  }

  /// Compares the contents of two lists.
  ///
  /// Types are distinguished (`1`, `1.0`, single-precision `1.0`, `true` and a UID 1 all differ);
  /// numbers are compared by their bits, strings by their bytes. The sharing and numbering of nodes
  /// makes no difference. `ignoringOrder` makes dictionaries and sets equal in any order.
  public func isEqual(to other: PropertyListGraph, ignoringOrder: Bool = false) -> Bool {
    var contents = NodeContents()
    return contents.identity(of: self, ignoringOrder: ignoringOrder)
      == contents.identity(of: other, ignoringOrder: ignoringOrder)
  }
}
