/// What is left to be done when the objects have been made.
struct PendingReferences {
  /// What decodes the values of late references, in the order in which these were met.
  var late: [() throws -> Void] = []
  /// The back references to each object.
  var weak: [Int: [WeakBox]] = [:]
  /// The objects whose back references have not been set.
  var unset: [Int] = []
}
