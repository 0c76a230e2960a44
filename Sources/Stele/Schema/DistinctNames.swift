/// Finds names that are there already.
///
/// The first few are compared one by one; a set takes over when there are more.
struct DistinctNames: Sendable {
  private static let linearCount = 32

  private var names: Set<ExactString> = []

  /// Adds a name, or returns `false` if it is among those before it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - others: What has been added before, in its order.
  ///   - nameOfOther: The name of such a thing.
  /// - Returns: Whether the name is new.
  mutating func insert<Element>(
    _ name: String, after others: some RandomAccessCollection<Element>,
    _ nameOfOther: (Element) -> String
  ) -> Bool {
    guard others.count >= Self.linearCount else {
      return !others.contains { nameOfOther($0).isExactly(name) }
    }
    if names.isEmpty { for other in others { names.insert(ExactString(nameOfOther(other))) } }
    return names.insert(ExactString(name)).inserted
  }
}
