import Stele
import SteleModel

/// The keys that moved from a class to its superclass or subclass.
///
/// Spec §10.3.
extension SchemaComparison {
  private struct Place: Hashable {
    let className: NumberedName
    let key: NumberedName
    let type: NumberedType
  }

  /// Compares the removed keys with the added keys.
  mutating func addPossibleMoves() {
    var gone: [Place] = []
    var added: [Place] = []
    for finding in findings where finding.subject.kind == .class {
      guard let className = finding.subject.className else { continue }
      switch finding.change {
      case .keyRemoved(let key), .keyRetired(let key):
        gone.append(place(className, key))
      case .keyAdded(let key):
        added.append(place(className, key))
      default: break
      }
    }
    let goneSet = Set(gone)
    let addedSet = Set(added)
    for place in gone {
      for name in superclasses(of: place.className) {
        let other = Place(className: names.numbered(name), key: place.key, type: place.type)
        if addedSet.contains(other) { addMove(of: place, to: name) }
      }
    }
    for place in added {
      for name in superclasses(of: place.className) {
        let other = Place(className: names.numbered(name), key: place.key, type: place.type)
        if goneSet.contains(other) { addMove(of: other, to: place.className.string) }
      }
    }
  }

  private func place(_ className: String, _ key: ArchiveKey) -> Place {
    Place(
      className: names.numbered(className), key: names.numbered(key.name),
      type: names.numbered(key.type))
  }

  private func superclasses(of name: NumberedName) -> [String] {
    let identity = JoinedClass.Identity(name: name, kind: .class)
    return new.newest(identity)?.superclasses ?? old.newest(identity)?.superclasses ?? []
  }

  private mutating func addMove(of place: Place, to name: String) {
    findings.add(
      ArchiveCompatibility.Subject(
        className: place.className.string, kind: .class, key: place.key.string),
      .keyMayHaveMoved(toClass: name), oldFile: .fine("if so, declare movedFrom"),
      newFile: .fine("if so, the program does not find it at the new level"))
  }
}
