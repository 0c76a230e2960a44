extension ArchiveDifference {
  /// A change from one archive to another.
  public struct Change: Hashable, Sendable {
    /// The kind of a change to a value or an object.
    @nonexhaustive
    public enum Kind: String, CaseIterable, Sendable {
      /// A value has changed.
      case changed
      /// A root, a key, an element or a map entry was added.
      case added
      /// A root, a key, an element or a map entry was removed.
      case removed
      /// An element has a different position in its list, or the reference to an object is in a different place.
      case moved
    }

    /// The kind of the change.
    public let kind: Kind
    /// The path in the old archive, such as `people[0].name`, or `class Person.name` for a definition; `nil` if the
    /// value or definition was added.
    public let oldPath: String?
    /// The path in the new archive, or `nil` if the value or definition was removed.
    public let newPath: String?
    /// A short text of the old value, or `nil` if there is none.
    public internal(set) var old: String?
    /// A short text of the new value, or `nil` if there is none.
    public internal(set) var new: String?
  }
}

extension ArchiveDifference.Change {
  /// Creates the change of a value or definition, which was added if it has no old path, and removed if it has no new one.
  init(_ oldPath: String?, _ old: String?, _ newPath: String?, _ new: String?) {
    self.init(
      kind: oldPath == nil ? .added : newPath == nil ? .removed : .changed, oldPath: oldPath,
      newPath: newPath, old: old, new: new)
  }
}

extension ArchiveDifference.Change: CustomStringConvertible {
  /// The change in one line, such as `~ people[0].name "Rex" -> "Max"`.
  public var description: String {
    switch kind {
    case .changed: "~ \(oldPath ?? "") \(old ?? "") -> \(new ?? "")"
    case .added: "+ \(newPath ?? "") \(new ?? "")"
    case .removed: "- \(oldPath ?? "") \(old ?? "")"
    case .moved: "> \(oldPath ?? "") moved to \(newPath ?? ""): \(old ?? "")"
    }
  }
}
