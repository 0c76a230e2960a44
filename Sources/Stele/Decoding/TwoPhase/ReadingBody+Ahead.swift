extension ReadingBody {
  /// Whether something may have to be made or filled before an object that has such a body.
  ///
  /// - Parameter edges: How much is known of the references in the archive; the answer holds until there is more.
  /// - Returns: Whether there may be something.
  @inline(__always)
  func leadsAhead(_ edges: Int) -> Bool {
    ahead.edges == edges ? ahead.isLeading : findAhead(edges)
  }

  @inline(never)
  private func findAhead(_ edges: Int) -> Bool {
    let isLeading = slots.prefix(referringCount).contains { $0.plan.leadsAhead }
    ahead = (edges, isLeading)
    return isLeading
  }
}

extension ReadingPlan {
  /// Whether something may have to be made or filled before an object that has such a value.
  fileprivate var leadsAhead: Bool {
    guard mayRefer else { return false }
    var plan = self
    while plan.code == .list || (plan.code == .optional && !plan.isOptionalReference) {
      guard let part = plan.first else { return false }
      plan = part
    }
    guard plan.code == .ref || plan.isOptionalReference else { return true }
    return plan.edge?.leadsAhead ?? false
  }
}
