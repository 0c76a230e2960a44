import Stele

/// Keys that have left one class and have come to a superclass or a subclass of it.
///
/// Spec §8.3.
struct PossibleMoves {
  private struct Place: Hashable {
    let className: ExactString
    let key: ExactString
    let type: ArchiveTypeDescriptor
  }

  private(set) var findings: [Compatibility.Finding] = []

  /// Compares the keys that are gone with those that were added.
  init(_ known: [Compatibility.Finding], old: JoinedClasses, new: JoinedClasses) {
    var gone: [Place] = []
    var added: [Place] = []
    for finding in known where finding.subject.kind == .class {
      guard let className = finding.subject.className else { continue }
      switch finding.change {
      case .keyRemoved(let key), .keyRetired(let key):
        gone.append(Self.place(className, key))
      case .keyAdded(let key):
        added.append(Self.place(className, key))
      default: break
      }
    }
    let goneSet = Set(gone)
    let addedSet = Set(added)
    for place in gone {
      for name in Self.superclasses(of: place.className, old, new) {
        let other = Place(className: ExactString(name), key: place.key, type: place.type)
        if addedSet.contains(other) { add(place, to: name) }
      }
    }
    for place in added {
      for name in Self.superclasses(of: place.className, old, new) {
        let other = Place(className: ExactString(name), key: place.key, type: place.type)
        if goneSet.contains(other) { add(other, to: place.className.string) }
      }
    }
  }

  private static func place(_ className: String, _ key: ArchiveKey) -> Place {
    Place(className: ExactString(className), key: ExactString(key.name), type: key.type)
  }

  private static func superclasses(
    of name: ExactString, _ old: JoinedClasses, _ new: JoinedClasses
  ) -> [String] {
    let identity = JoinedClass.Identity(name: name, kind: .class)
    return new.newest(identity)?.superclasses ?? old.newest(identity)?.superclasses ?? []
  }

  private mutating func add(_ place: Place, to name: String) {
    findings.append(
      Compatibility.Finding(
        subject: Compatibility.Subject(
          className: place.className.string, kind: .class, key: place.key.string),
        change: .keyMayHaveMoved(toClass: name),
        oldFile: .fine("if so, a migration finds it at the old level"),
        newFile: .fine("read like a retired and an added key")))
  }
}
