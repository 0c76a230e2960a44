import Stele

/// The way from a class or root to a reference whose target is lost, for people.
///
/// There can be as many as references, so each is short, whatever the lengths of names and the depth of
/// values are.
struct LossPath {
  /// How many steps inside of a value are shown.
  static let stepCount = 16

  private let owner: String?
  private let name: String

  /// The way to a key of an object of a class, or to a root.
  init(owner: String? = nil, name: String) {
    self.owner = owner
    self.name = name
  }

  /// The path, with the innermost steps.
  func followed(by steps: [String], isWhole: Bool) -> String {
    let start = owner.map { "\($0.shortened())." } ?? "root "
    return start + name.shortened() + (isWhole ? "" : "…") + steps.joined()
  }
}
