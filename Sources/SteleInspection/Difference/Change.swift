/// One difference between two archives.
package struct Change: Hashable, Sendable {
  /// What has happened.
  package enum Kind: String, CaseIterable, Sendable {
    case changed
    case added
    case removed
    case moved
  }

  package let kind: Kind
  /// The key path in the old archive, nil for what is added.
  package let oldPath: String?
  /// The key path in the new archive, nil for what is removed.
  package let newPath: String?
  /// What was there, in a few words.
  package var old: String?
  /// What is there now, in a few words.
  package var new: String?
}
