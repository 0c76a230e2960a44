import Stele
import SteleModel

/// The numbers of changes, and of the affected objects of each class.
package struct ChangeCounts: Sendable {
  /// The objects of a class.
  package struct Objects: Hashable, Sendable {
    package var changed = 0
    package var added = 0
    package var removed = 0
    package var moved = 0
  }

  package private(set) var changes: [ArchiveDifference.Change.Kind: Int] = [:]
  private var names = NameNumbers()
  private var objects: [NumberedName: Objects] = [:]

  package var changeCount: Int { changes.values.reduce(0, +) }

  /// The classes with objects that differ, in ascending order.
  package var classes: [(name: String, objects: Objects)] {
    objects.sorted { ExactString($0.key.string) < ExactString($1.key.string) }.map {
      ($0.key.string, $0.value)
    }
  }

  mutating func count(_ kind: ArchiveDifference.Change.Kind) { changes[kind, default: 0] += 1 }

  mutating func count(_ kind: ArchiveDifference.Change.Kind, objectOf name: String) {
    let path: WritableKeyPath<Objects, Int> =
      switch kind {
      case .changed: \.changed
      case .added: \.added
      case .removed: \.removed
      case .moved: \.moved
      }
    objects[names.numbered(name), default: Objects()][keyPath: path] += 1
  }
}
