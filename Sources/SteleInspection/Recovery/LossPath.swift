import Stele

/// The key path from a class or root to a reference whose target is lost, for people.
///
/// There can be as many paths as references, so each is short, whatever the lengths of names and the depth of values.
struct LossPath {
  /// The largest number of steps within a value.
  static let stepCount = 16

  private let owner: String?
  private let name: String

  /// Creates the path to a key of an object of a class, or to a root.
  init(owner: String? = nil, name: String) {
    self.owner = owner
    self.name = name
  }

  /// Returns the path, with the innermost steps.
  func followed(by steps: [String], isWhole: Bool) -> String {
    let start = owner.map { "\($0.shortened())." } ?? "root "
    return start + name.shortened() + (isWhole ? "" : "…") + steps.joined()
  }
}
