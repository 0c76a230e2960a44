import Stele

/// The key path from an object or root to a reference with a lost target.
///
/// There can be as many paths as references, so each is short, regardless of the lengths of names and the depth of values.
struct LossPath {
  /// The largest number of steps within a value.
  static let stepCount = 16

  /// The number of an object, the name of its class, and the step to its key; or the name of a root.
  let object: Int?
  private let name: String
  private let step: String

  /// Creates the path to a key of an object, from the step to the key.
  init(object: Int, className: String, step: String) {
    (self.object, name, self.step) = (object, className, step)
  }

  init(root: String) {
    (object, name, step) = (nil, root, "")
  }

  /// Returns the path, extended by the innermost steps.
  func followed(by steps: [String], isWhole: Bool) -> String {
    let start = object.map { KeyPathText.object($0, ofClass: name) } ?? KeyPathText.root(name)
    return start + step + (isWhole ? "" : "…") + steps.joined()
  }
}
