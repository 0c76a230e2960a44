import Stele

extension ArchiveCompatibility.Change {
  /// A short description of the change, which follows the name of its subject.
  public var sentence: String {
    switch self {
    case .classAdded, .caseAdded: "added"
    case .classRemoved: "removed"
    case .caseRemoved: "removed without being retired"
    case .caseRetired: "retired"
    case .caseReturned: "in use again"
    case .classMayBeRenamed(let name), .caseMayBeRenamed(let name), .keyMayBeRenamed(let name):
      "perhaps renamed to \(name.shortened())"
    case .kindChanged(let old, let new): "was \(old.withArticle) and is \(new.withArticle) now"
    case .versionLowered(let old, let new): "the version went down from \(old) to \(new)"
    case .versionNotRaised(let version): "changed, but still has version \(version)"
    case .superclassInserted(let names): "got \(names.asSuperclasses)"
    case .superclassRemoved(let names): "lost \(names.asSuperclasses)"
    case .superclassChanged(let old, let new):
      "the superclass was \(old.shortened()) and is \(new.shortened()) now"
    case .rootAdded(let type): "added, \(type.shortWords)"
    case .keyAdded(let key): "added, \(key.words)"
    case .keyRemoved(let key): "removed without being retired, \(key.words)"
    case .keyRetired(let key): "retired, \(key.words)"
    case .keyReturned(let key): "in use again, \(key.words)"
    case .retiredKeyReused(let old, let new):
      "retired with one type and used with another: \(old.shortWords), \(new.shortWords)"
    case .retirementForgotten: "not listed as retired any more"
    case .keyMayHaveMoved(let name): "perhaps moved to \(name.shortened())"
    case .typeChanged(let old, let new, let change):
      "\(change.verb) from \(old.shortWords) to \(new.shortWords)"
    case .madeOptional: "may be absent now"
    case .madeRequired: "is never absent now"
    case .orderChanged: "other order"
    case .sinceChanged(let old, let new): "since was \(old) and is \(new) now"
    case .sinceContradicts(let since, let version):
      "since is \(since), but version \(version) did not have it"
    case .rootRemoved(let type): "removed, \(type.shortWords)"
    }
  }
}

extension ArchiveCompatibility.TypeChange {
  fileprivate var verb: String {
    switch self {
    case .widened: "widened"
    case .narrowed: "narrowed"
    case .equivalent, .overlapping, .incompatible: "changed"
    }
  }
}

extension ArchiveKey {
  fileprivate var words: String {
    presence == .optional ? "\(type.shortWords), may be absent" : type.shortWords
  }
}

extension [String] {
  fileprivate var asSuperclasses: String {
    (count == 1 ? "the superclass " : "the superclasses ")
      + map { $0.shortened() }.joined(separator: ", ").shortened(to: 480)
  }
}

extension ArchiveClassEntry.Kind {
  fileprivate var noun: String { NotationNames.word(self) }

  fileprivate var withArticle: String { self == .enum ? "an \(noun)" : "a \(noun)" }
}
