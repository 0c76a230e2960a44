extension ArchiveDifference {
  /// A change from one archive to another.
  public struct Change: Hashable, Sendable {
    /// What happened to a value or to an object.
    public enum Kind: String, CaseIterable, Sendable {
      /// A value has changed.
      case changed
      /// A root, a key, an element or a map entry is new.
      case added
      /// A root, a key, an element or a map entry is gone.
      case removed
      /// An element has another place in its list, or an object is referred to from another place.
      case moved
    }

    /// What happened.
    public let kind: Kind
    /// The path in the old archive, such as `root people[0].name`; `nil` if the value is new.
    public let oldPath: String?
    /// The path in the new archive; `nil` if the value is gone.
    public let newPath: String?
    /// The old value in a few words, if the change has one.
    public internal(set) var old: String?
    /// The new value in a few words, if the change has one.
    public internal(set) var new: String?
  }
}

extension ArchiveDifference.Change: CustomStringConvertible {
  /// The change in one line, such as `~ root people[0].name "Rex" -> "Max"`.
  public var description: String {
    switch kind {
    case .changed: "~ \(oldPath ?? "") \(old ?? "") -> \(new ?? "")"
    case .added: "+ \(newPath ?? "") \(new ?? "")"
    case .removed: "- \(oldPath ?? "") \(old ?? "")"
    case .moved: "> \(oldPath ?? "") moved to \(newPath ?? ""): \(old ?? "")"
    }
  }
}
